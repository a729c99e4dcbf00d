import { describeSpanName } from '../../profiling/span-names.ts';
import type { Span } from '../../recording/thread-spans.ts';

/** Spans of work nest, for a message is handled within a long frame: each moment counts once. */
export function busyMs(spans: readonly Span[], fromMs: number, toMs: number): number {
  const work = spans
    .filter(({ name }) => describeSpanName(name)?.kind === 'work')
    .sort((one, other) => one.startMs - other.startMs);
  let busy = 0;
  let countedToMs = fromMs;
  for (const { startMs, durationMs } of work) {
    const endMs = Math.min(startMs + durationMs, toMs);
    busy += Math.max(0, endMs - Math.max(startMs, countedToMs));
    countedToMs = Math.max(countedToMs, endMs);
  }
  return busy;
}
