import { expect, test } from 'vitest';
import { GUTTER_PX } from '../../../../protocol/profiling/profiler-messages.ts';
import type { ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import { flowsOf } from '../../../../workers/profiler/draw-arrows.ts';
import { heightOf, layOut, ROW_PX } from '../../../../workers/profiler/lane-layout.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { ticksOf, timeAt, xOf } from '../../../../workers/profiler/time-scale.ts';
import { matches, spanAt, tableRows } from '../../../../workers/profiler/visible-spans.ts';
import { ORIGIN_MS, recordThread } from '../../../support/thread-recordings.ts';

const SCALE = { fromMs: ORIGIN_MS + 10_000, toMs: ORIGIN_MS + 20_000, widthPx: GUTTER_PX + 1_000 };

function layOutThreads(...threads: readonly ThreadSpans[]) {
  const history = new SpanHistory();
  history.add(threads);
  return layOut(history.lanes, SCALE);
}

test('lanes have a fixed order, whichever thread responds first, and bands only for the categories of their spans', () => {
  const media = recordThread('media');
  media.ring.add('segment', 12_000, 0, 0, 0, 13_000);
  const main = recordThread('main');
  main.ring.add('update', 12_000, 0, 0, 0, 12_010);
  main.ring.add('post', 12_000, 0, 0, 0, 12_002);
  const lanes = layOutThreads(media.ring.read(), main.ring.read());
  expect(lanes.map(({ history, bands }) => [history.lane, bands.map(({ category }) => category)])).toEqual([
    ['main', ['call', 'render']],
    ['media', ['media']],
  ]);
  expect(lanes[1]?.titleY).toBeGreaterThan(lanes[0]?.endY ?? 0);
  expect(heightOf(lanes)).toBe(lanes[1]?.endY);
});

test('overlapping spans have separate rows, up to four, and a later span reuses the first row', () => {
  const { ring } = recordThread('media');
  for (let index = 0; index < 6; index += 1) ring.add('segment', 12_000 + index, 0, 0, 0, 13_000);
  ring.add('segment', 14_000, 0, 0, 0, 14_100);
  const [lane] = layOutThreads(ring.read());
  const top = lane?.bands[0]?.y ?? 0;
  expect(lane?.spans.map(({ y }) => (y - top) / ROW_PX)).toEqual([0, 1, 2, 3, 3, 3, 0]);
  expect(lane?.bands[0]?.rowCount).toBe(4);
});

test('every span has a unique key, which is the same in the next layout', () => {
  const { ring } = recordThread('main');
  for (let index = 0; index < 3; index += 1) ring.add('input', 12_000, 0, 0, 0, 12_050);
  const keysOf = () => layOutThreads(ring.read())[0]?.spans.map(({ key }) => key);
  const keys = keysOf();
  expect(new Set(keys).size).toBe(3);
  expect(keysOf()).toEqual(keys);
});

test('the layout omits calls of the profiler, and keeps other calls', () => {
  const { ring } = recordThread('main');
  ring.add('infrastructure.readSpans', 12_000, 0, 0, 1, 12_001);
  ring.add('media.writeTracks', 12_000, 0, 0, 2, 12_001);
  ring.add('infrastructure.flush', 12_000, 0, 0, 3, 12_001);
  expect(layOutThreads(ring.read())[0]?.spans.map(({ name }) => name)).toEqual(['infrastructure.flush']);
});

test('the table has the visible spans that match a query, newest first up to a limit, and counts all matches', () => {
  const { ring } = recordThread('main');
  ring.add('update', 5_000, 0, 0, 0, 6_000);
  ring.add('update', 9_000, 0, 0, 0, 10_500);
  ring.add('journal', 15_000, 0, 0, 0, 15_001);
  const lanes = layOutThreads(ring.read());
  expect(tableRows(lanes, '', 10).rows.map(({ name }) => name)).toEqual(['journal', 'update']);
  expect(tableRows(lanes, 'REND', 10)).toMatchObject({ count: 1, rows: [{ name: 'update', category: 'render' }] });
  expect(tableRows(lanes, '', 1)).toMatchObject({ count: 2, rows: [{ name: 'journal' }] });
  expect(matches({ name: 'journal', category: 'log' }, 'frame')).toBe(false);
});

test('spanAt finds the span at a position, and a very short span within three pixels of it', () => {
  const { ring } = recordThread('media');
  ring.add('segment', 12_000, 0, 0, 0, 14_000);
  ring.add('level switch', 16_000, 0, 720, 0, 16_000);
  const lanes = layOutThreads(ring.read());
  const y = lanes[0]?.bands[0]?.y ?? 0;
  const at = (ms: number, px = 0) => spanAt(lanes, SCALE, xOf(SCALE, ORIGIN_MS + ms) + px, y + 2)?.name;
  expect([at(13_000), at(16_000, 2), at(16_000, 5), at(15_000)]).toEqual([
    'segment',
    'level switch',
    undefined,
    undefined,
  ]);
  expect(spanAt(lanes, SCALE, xOf(SCALE, ORIGIN_MS + 13_000), y - 3)).toBeNull();
});

test('a flow connects a call on main with its service on another thread, and a call with one side has no flow', () => {
  const main = recordThread('main');
  main.ring.add('infrastructure.flush', 12_000, 0, 0, 9, 13_000);
  main.ring.add('infrastructure.ping', 14_000, 0, 0, 10, 14_001);
  const worker = recordThread('infrastructure');
  worker.ring.add('infrastructure.flush', 12_100, 0, 0, 9, 12_900);
  const spans = layOutThreads(worker.ring.read(), main.ring.read()).flatMap((lane) => lane.spans);
  expect(flowsOf(spans)).toMatchObject([{ caller: { lane: 'main' }, served: { lane: 'infrastructure' } }]);
});

test('the ticks of the axis are round times since the start, and timeAt is the inverse of xOf', () => {
  expect(ticksOf(SCALE, ORIGIN_MS, 5).map((at) => at - ORIGIN_MS)).toEqual([
    10_000, 12_000, 14_000, 16_000, 18_000, 20_000,
  ]);
  expect(xOf(SCALE, SCALE.fromMs)).toBe(GUTTER_PX);
  expect(timeAt(SCALE, xOf(SCALE, ORIGIN_MS + 12_345))).toBeCloseTo(ORIGIN_MS + 12_345);
});
