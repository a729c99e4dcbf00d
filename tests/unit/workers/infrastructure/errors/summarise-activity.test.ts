import { expect, test } from 'vitest';
import { ACTIVITY_MAX_CHARACTERS } from '../../../../../protocol/constants.ts';
import { ACTIVITY_WINDOW_MS, ActivitySummary, LONGEST_SPANS_MAX } from '../../../../../protocol/recording/activity.ts';
import { GAUGES, type GaugeName } from '../../../../../protocol/recording/thread-spans.ts';
import type { SpanName } from '../../../../../protocol/profiling/span-names.ts';
import { RING_ROWS, SpanRing } from '../../../../../protocol/runtime/profiling/span-ring.ts';
import { summariseActivity } from '../../../../../workers/infrastructure/errors/summarise-activity.ts';

function createRing(nowMs = 60_000, lane: 'main' | 'infrastructure' | 'media' = 'main') {
  const clock = { timeOrigin: 1_000, nowMs, now: () => clock.nowMs };
  return { clock, ring: new SpanRing(lane, clock) };
}

function laneOf(ring: SpanRing) {
  const [lane] = summariseActivity([ring.read(0, ACTIVITY_WINDOW_MS)]).lanes;
  if (lane === undefined) throw new Error('no lane');
  return lane;
}

test('the summary lists the longest spans of the last ten seconds, the longest first', () => {
  const { ring } = createRing();
  ring.add('journal', 49_000, 0, 0, 0, 49_900);
  ring.add('journal', 55_000, 400, 0, 0, 55_002);
  ring.add('infrastructure.flush', 58_000, 0, 0, 9, 58_500);

  expect(laneOf(ring).longest).toEqual([
    { name: 'infrastructure.flush', startedAgoMs: 2_000, durationMs: 500, flow: 9 },
    { name: 'journal', startedAgoMs: 5_000, durationMs: 2, bytes: 400 },
  ]);
});

test('the summary lists an open span, however long ago it began', () => {
  const { ring } = createRing();
  ring.begin('segment', 20_000);

  expect(laneOf(ring).longest).toEqual([{ name: 'segment', startedAgoMs: 40_000, durationMs: 40_000, isOpen: true }]);
});

test('the busy share counts each moment of work once, and no waits', () => {
  const { ring } = createRing();
  ring.add('receive', 52_100, 0, 0, 0, 52_200);
  ring.add('long frame', 52_000, 0, 0, 0, 53_000);
  ring.add('post', 52_900, 0, 0, 0, 53_100);
  ring.add('infrastructure.flush', 54_000, 0, 0, 1, 59_000);

  expect(laneOf(ring).busyShare).toBe(0.11);
});

test('the observed time is shorter for a thread younger than the window and for a span ring that has wrapped around', () => {
  const young = createRing(4_000);
  young.ring.add('long frame', 1_000, 0, 0, 0, 2_000);
  expect(laneOf(young.ring)).toMatchObject({ observedMs: 4_000, busyShare: 0.25 });

  const { ring } = createRing();
  for (let index = 0; index <= RING_ROWS; index += 1)
    ring.add('journal', 57_000 + index / 10, 0, 0, 0, 57_000 + index / 10);
  expect(laneOf(ring).observedMs).toBeCloseTo(2_999.9);
});

test('span names that are not in the table are not in the summary', () => {
  const { ring } = createRing();
  ring.add('infrastructure.https://host.example/?secret' as SpanName, 59_000);
  ring.add(`infrastructure.${'a'.repeat(21)}` as SpanName, 59_000);

  expect(laneOf(ring).longest).toEqual([]);
});

test('the largest summary passes its schema and has less than 4 kB [E5]', () => {
  const longestNames = Array.from('abcdefghijkl', (letter) => `infrastructure.${letter.repeat(20)}`);
  const threads = (['main', 'infrastructure', 'media'] as const).map((lane) => {
    const { ring } = createRing(60_000, lane);
    for (const name of longestNames.slice(0, LONGEST_SPANS_MAX + 5))
      ring.add(name as SpanName, 50_000.123, 123_456_789, 1_234_567, 4_294_967_295, 59_999.678);
    for (const name of Object.keys(GAUGES) as GaugeName[]) ring.gauges[name] = 123_456_789;
    return ring.read(0, ACTIVITY_WINDOW_MS);
  });
  const summary = summariseActivity(threads);

  expect(summary.lanes.map(({ longest }) => longest.length)).toEqual([7, 7, 7]);
  expect(ActivitySummary.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
  expect(JSON.stringify(summary).length).toBeLessThan(ACTIVITY_MAX_CHARACTERS);
});
