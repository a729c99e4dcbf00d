import { expect, test } from 'vitest';
import { HEARTBEAT_INTERVAL_MS } from '../../../../protocol/runtime/profiling/heartbeat.ts';
import { laneState, percentile } from '../../../../workers/profiler/lane-figures.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { recordThread } from '../../../support/thread-recordings.ts';

function firstState(history: SpanHistory) {
  const [lane] = history.lanes;
  if (lane === undefined) throw new Error('no lane');
  return laneState(lane, []);
}

test('the busy share of a thread is its work in the recorded time of the last second and of the last minute', () => {
  const { ring } = recordThread('main', 10_000);
  ring.add('update', 9_500, 0, 0, 0, 9_750);
  ring.add('update', 2_000, 0, 0, 0, 2_750);
  ring.add('infrastructure.flush', 0, 0, 0, 0, 9_000);
  const history = new SpanHistory();
  history.add([ring.read()]);
  expect(firstState(history)).toMatchObject({ observedMs: 10_000, busyShare1s: 0.25, busyShare60s: 0.1 });
});

test('the figures of a thread without recordings are null', () => {
  const history = new SpanHistory();
  history.add([recordThread('media', 0).ring.read()]);
  expect(firstState(history)).toMatchObject({ busyShare1s: null, busyShare60s: null, lag: null });
});

test('lag percentiles count every beat since the heartbeat began, and beats in time as 0', () => {
  const { clock, ring } = recordThread('media', 10_000);
  const history = new SpanHistory();
  let { nextSequence } = ring.read();
  history.add([ring.read()]);
  // The second read in a row starts the heartbeat.
  clock.nowMs = 10_250;
  history.add([ring.read(nextSequence)]);
  expect(firstState(history).lag).toBeNull();
  ring.add('lag', 10_400, 0, 0, 0, 10_480);
  ring.add('lag', 10_700, 0, 0, 0, 10_720);
  clock.nowMs = 10_250 + 10 * HEARTBEAT_INTERVAL_MS + 100;
  ({ nextSequence } = ring.read(nextSequence));
  history.add([ring.read()]);
  expect(firstState(history).lag).toEqual({ p50Ms: 0, p95Ms: 80, maxMs: 80 });

  // The heartbeat has stopped, and the lag is measured anew.
  clock.nowMs += 30_000;
  history.add([ring.read(nextSequence)]);
  expect(firstState(history).lag).toBeNull();
});

test('percentiles are computed by nearest rank, with missing values as 0', () => {
  expect([0.5, 0.95, 1].map((share) => percentile([9, 5, 3], 3, share))).toEqual([5, 9, 9]);
  expect([0.5, 0.9, 0.95].map((share) => percentile([9, 5], 20, share))).toEqual([0, 0, 5]);
});
