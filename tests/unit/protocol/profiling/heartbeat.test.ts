import { expect, test } from 'vitest';
import { beat, HEARTBEAT_INTERVAL_MS } from '../../../../protocol/runtime/profiling/heartbeat.ts';
import { OwnCost } from '../../../../protocol/runtime/profiling/own-cost.ts';
import { spansOf } from '../../../../protocol/recording/thread-spans.ts';
import { WatchedSpanRing } from '../../../../workers/watched-span-ring.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createSpans } from '../../../support/fake-spans.ts';

const INTERVALS = 5;

test('a late heartbeat timer is recorded as a span lag from its due time', async () => {
  const clock = createFakeClock();
  let lateMs = 0;
  const thread = { timeOrigin: 0, now: () => clock.monotonicNow() + lateMs };
  const ring = new WatchedSpanRing('media', thread, clock.after);
  const stop = beat(ring, clock.after);
  await clock.advance(HEARTBEAT_INTERVAL_MS * INTERVALS);
  expect(spansOf(ring.read())).toEqual([]);
  lateMs = 60;
  await clock.advance(HEARTBEAT_INTERVAL_MS);
  expect(spansOf(ring.read())).toMatchObject([
    { name: 'lag', startMs: HEARTBEAT_INTERVAL_MS * (INTERVALS + 1), durationMs: 60 },
  ]);
  stop();
  expect(clock.pendingCount()).toBe(0);
});

test('a worker has a heartbeat only while a reader keeps reading from its last sequence', async () => {
  const clock = createFakeClock();
  const ring = new WatchedSpanRing('media', { timeOrigin: 0, now: () => clock.monotonicNow() }, clock.after);
  ring.add('append', 0);
  const { nextSequence } = ring.read();
  expect(clock.pendingCount()).toBe(0);
  ring.read(nextSequence);
  ring.read(nextSequence);
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(10_000);
  expect(clock.pendingCount()).toBe(0);
  ring.read(nextSequence);
  expect(clock.pendingCount()).toBe(1);
});

test('the main thread has a heartbeat until it is stopped', async () => {
  const clock = createFakeClock();
  const stop = beat(createSpans(clock, 'main'), clock.after);
  await clock.advance(60_000);
  expect(clock.pendingCount()).toBe(1);
  stop();
  expect(clock.pendingCount()).toBe(0);
});

test('the cost per second is the average of the last ten seconds, or of the time so far if shorter', () => {
  const cost = new OwnCost(0);
  expect(cost.msPerSecond(0)).toBe(0);
  cost.add(1_000, 1_010);
  cost.add(1_500, 1_520);
  expect(cost.msPerSecond(2_000)).toBe(15);
  expect(cost.msPerSecond(11_400)).toBe(2);
  expect(cost.msPerSecond(20_000)).toBe(0);
});
