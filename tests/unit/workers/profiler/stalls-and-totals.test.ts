import { expect, test } from 'vitest';
import type { ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import { RING_ROWS } from '../../../../protocol/runtime/profiling/span-ring.ts';
import { RunningTotals } from '../../../../workers/profiler/running-totals.ts';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { lastStalls } from '../../../../workers/profiler/stalls.ts';
import { ORIGIN_MS, recordThread } from '../../../support/thread-recordings.ts';

function stallsOf(...threads: readonly ThreadSpans[]) {
  const history = new SpanHistory();
  history.add(threads);
  return lastStalls(history.lanes);
}

test('the cause of a stall is a thread blocked for half of it, else a pending load, else unknown', () => {
  const main = recordThread('main');
  const media = recordThread('media');
  main.ring.add('stall', 2_000, 0, 0, 0, 3_000);
  main.ring.add('long frame', 1_500, 0, 0, 0, 2_900);
  main.ring.add('stall', 7_000, 0, 0, 0, 8_000);
  media.ring.add('lag', 6_900, 0, 0, 0, 7_950);
  media.ring.add('segment', 6_000, 0, 0, 0, 8_000);
  main.ring.add('stall', 12_000, 0, 0, 0, 13_000);
  media.ring.add('segment', 11_500, 0, 0, 0, 12_900);
  main.ring.begin('stall', 19_000);
  expect(stallsOf(main.ring.read(), media.ring.read())).toEqual([
    { startMs: ORIGIN_MS + 19_000, durationMs: 1_000, isOpen: true, cause: 'unknown' },
    { startMs: ORIGIN_MS + 12_000, durationMs: 1_000, isOpen: false, cause: 'network' },
    { startMs: ORIGIN_MS + 7_000, durationMs: 1_000, isOpen: false, cause: 'worker blocked' },
    { startMs: ORIGIN_MS + 2_000, durationMs: 1_000, isOpen: false, cause: 'main blocked' },
  ]);
});

test('totals count the events, bytes and stalls of new spans, and a batch with spans on two threads once', () => {
  const main = recordThread('main');
  const worker = recordThread('infrastructure');
  main.ring.add('event batch', 100, 900, 0, 7, 140);
  worker.ring.add('event batch', 110, 900, 12, 7, 130);
  worker.ring.add('compress', 200, 5_000, 1_000, 0, 210);
  worker.ring.add('request log', 220, 1_000, 200, 0, 300);
  main.ring.add('stall', 400, 0, 0, 0, 900);
  const history = new SpanHistory();
  const totals = new RunningTotals();
  totals.add(history.add([main.ring.read(), worker.ring.read()]));
  expect(totals.totals(history.lanes)).toEqual({
    batches: 1,
    batchedEvents: 12,
    compressedFromBytes: 5_000,
    compressedToBytes: 1_000,
    logRequests: 1,
    sentBytes: 1_000,
    stalls: 1,
    stalledMs: 500,
    isPartial: false,
  });
});

test('the steps of the start have the press and the first frame of the first video', () => {
  const main = recordThread('main');
  main.ring.add('first frame', 2_000, 0, 0, 0, 2_300);
  main.ring.add('first frame', 9_000, 0, 0, 0, 9_100);
  const history = new SpanHistory();
  const totals = new RunningTotals();
  totals.add(history.add([main.ring.read()]));
  expect(totals.steps(history.lanes)).toMatchObject({ wantedMs: ORIGIN_MS + 2_000, firstFrameMs: ORIGIN_MS + 2_300 });
});

test('the steps of the start are the ends of the first spans, and “overwritten” once the ring has wrapped around', () => {
  const media = recordThread('media');
  media.ring.add('segment', 500, 0, 0, 0, 600);
  media.ring.add('segment', 300, 0, 0, 0, 700);
  const history = new SpanHistory();
  const totals = new RunningTotals();
  totals.add(history.add([media.ring.read()]));
  const unknown = { wantedMs: null, firstFrameMs: null, workerReadyMs: null, manifestMs: null };
  expect(totals.steps(history.lanes)).toEqual({ ...unknown, firstSegmentMs: ORIGIN_MS + 600 });

  for (let index = 0; index < RING_ROWS; index += 1) media.ring.add('append', 800, 0, 0, 0, 801);
  const later = new SpanHistory();
  const laterTotals = new RunningTotals();
  laterTotals.add(later.add([media.ring.read()]));
  expect(laterTotals.steps(later.lanes)).toEqual({
    wantedMs: 'overwritten',
    firstFrameMs: 'overwritten',
    workerReadyMs: 'overwritten',
    manifestMs: 'overwritten',
    firstSegmentMs: 'overwritten',
  });
  expect(laterTotals.totals(later.lanes).isPartial).toBe(true);
});
