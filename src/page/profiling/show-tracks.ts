import { createTrackWriter } from '../../../protocol/runtime/profiling/track-writer.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PageSpans, RecordingThread } from './page-spans.ts';

/**
 * A worker may come later, or once more after it was restarted, and its recorder comes with its engine, of which main has no
 * event. A message costs main 0.1 ms. By a timer, not a job (X5): what a navigation does is to be recorded, too.
 */
const ASK_INTERVAL_MS = 1_000;
const LATER_ASK_INTERVAL_MS = 10_000;
/** Workers and the engine are there by then. */
const START_MS = 10_000;

/** `?profile=1`, or `tracks`: tracks of every thread in the Performance panel of developer tools. For the life of the page. */
export function showTracks(spans: PageSpans, clock: Clock): void {
  createTrackWriter(spans.ring, console, clock.after)();
  const startMs = clock.monotonicNow();
  const writing = new WeakSet<RecordingThread>();
  const begin = async (worker: RecordingThread): Promise<void> => {
    if (await worker.writeTracks()) writing.add(worker);
  };
  const ask = (): void => {
    for (const [worker] of spans.workers.values()) if (!writing.has(worker)) void begin(worker);
    clock.after(clock.monotonicNow() - startMs < START_MS ? ASK_INTERVAL_MS : LATER_ASK_INTERVAL_MS, ask);
  };
  ask();
}
