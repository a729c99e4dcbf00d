import { expect, test } from 'vitest';
import { HISTORY_MS } from '../../../../protocol/profiling/profiler-messages.ts';
import { RING_ROWS } from '../../../../protocol/runtime/profiling/span-ring.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { ORIGIN_MS, recordThread } from '../../../support/thread-recordings.ts';

const onlyLane = (history: SpanHistory) => {
  const [lane, ...others] = history.lanes;
  if (lane === undefined || others.length > 0) throw new Error('not one lane');
  return lane;
};

test('consecutive reads become one history, with each ended span once and open spans in their latest state', () => {
  const { clock, ring } = recordThread('media');
  const history = new SpanHistory();
  ring.add('append', 100, 0, 0, 0, 110);
  const segment = ring.begin('segment', 200);
  const first = ring.read();
  expect(history.add([first]).map(({ name }) => name)).toEqual(['append']);
  expect(onlyLane(history).open).toMatchObject([{ name: 'segment', startMs: ORIGIN_MS + 200 }]);

  clock.nowMs = 20_500;
  ring.end(segment, 900, 720);
  expect(history.add([ring.read(first.nextSequence)])).toMatchObject([{ name: 'segment', bytes: 900, value: 720 }]);
  expect(onlyLane(history)).toMatchObject({
    open: [],
    gaps: [],
    readAtMs: ORIGIN_MS + 20_500,
    recordedFromMs: ORIGIN_MS,
  });
  expect(onlyLane(history).ended.map(({ name }) => name)).toEqual(['append', 'segment']);
});

test('overwritten spans make a history partial before the first read, and leave a gap between two reads', () => {
  const { clock, ring } = recordThread('main', 10_000);
  const history = new SpanHistory();
  for (let index = 0; index <= RING_ROWS; index += 1) ring.add('post', index, 0, 0, 0, index + 0.5);
  const first = ring.read();
  history.add([first]);
  expect(onlyLane(history)).toMatchObject({ isPartial: true, recordedFromMs: ORIGIN_MS + 1.5 });

  for (let index = 0; index <= RING_ROWS; index += 1) ring.add('post', 10_000 + index, 0, 0, 0, 10_000.5 + index);
  clock.nowMs = 15_000;
  history.add([ring.read(first.nextSequence)]);
  expect(onlyLane(history).gaps).toEqual([{ fromMs: ORIGIN_MS + 10_000, toMs: ORIGIN_MS + 10_001.5 }]);
});

test('a thread that replaces another leaves a gap between their recordings', () => {
  const history = new SpanHistory();
  history.add([recordThread('media', 5_000).ring.read()]);
  history.add([recordThread('media', 100, ORIGIN_MS + 6_000).ring.read()]);
  expect(onlyLane(history).gaps).toEqual([{ fromMs: ORIGIN_MS + 5_000, toMs: ORIGIN_MS + 6_000 }]);
});

test('spans that ended more than a minute ago are removed from the history', () => {
  const { clock, ring } = recordThread('main', 1_000);
  const history = new SpanHistory();
  ring.add('update', 100, 0, 0, 0, 200);
  ring.add('update', 150, 0, 0, 0, 900);
  const { nextSequence } = ring.read();
  history.add([ring.read()]);
  clock.nowMs = 500 + HISTORY_MS;
  history.add([ring.read(nextSequence)]);
  expect(onlyLane(history).ended).toMatchObject([{ startMs: ORIGIN_MS + 150 }]);
  expect(history.earliestMs).toBe(ORIGIN_MS + 500);
});
