import { createTrackWriter } from '../../../protocol/runtime/profiling/track-writer.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PageSpans, RecordingThread } from './page-spans.ts';

/**
 * Interval at which workers that do not write tracks yet are called: a worker may start later, or restart, and its recorder loads
 * with its engine, without an event on main. A message costs main 0.1 ms. A timer, not a job (X5), so that navigations are recorded.
 */
const RETRY_INTERVAL_MS = 1_000;
const LATER_RETRY_INTERVAL_MS = 10_000;
/** Time after which workers and engine have usually loaded. */
const START_MS = 10_000;

/** Writes tracks of every thread for the Performance panel of developer tools, until the page unloads (`?profile=1`, `?profile=tracks`). */
export function showTracks(spans: PageSpans, clock: Clock): void {
  createTrackWriter(spans.ring, console, clock.after)();
  const startMs = clock.monotonicNow();
  const writing = new WeakSet<RecordingThread>();
  const begin = async (worker: RecordingThread): Promise<void> => {
    if (await worker.writeTracks()) writing.add(worker);
  };
  const beginAll = (): void => {
    for (const [worker] of spans.workers.values()) if (!writing.has(worker)) void begin(worker);
    clock.after(clock.monotonicNow() - startMs < START_MS ? RETRY_INTERVAL_MS : LATER_RETRY_INTERVAL_MS, beginAll);
  };
  beginAll();
}
