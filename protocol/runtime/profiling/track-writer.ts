import { trackDetail } from '../../profiling/devtools-track.ts';
import { describeSpanName } from '../../profiling/span-names.ts';
import type { SpanRing } from './span-ring.ts';
import { spansOf, type Span } from '../../profiling/thread-spans.ts';

/** Part of a thread's `performance` that takes User Timing. */
export interface UserTiming {
  measure(name: string, options: { readonly start: number; readonly end: number; readonly detail: unknown }): unknown;
  clearMeasures(name: string): void;
}

/**
 * Writes what a thread has recorded as measures of User Timing, with the fields from which DevTools makes tracks. It does so
 * afterwards, with the recorded times, and on the thread of the work: recording costs nothing more, and a trace shows each
 * measure where it belongs. Each is cleared at once, for the browser would keep them all; traces have it by then.
 */
export function createTrackWriter(spans: SpanRing, timing: UserTiming): () => void {
  let sequence = 0;
  return () => {
    const read = spans.read(sequence);
    sequence = read.nextSequence;
    for (const span of spansOf(read)) if (!span.isOpen) writeSpan(span, read.timeOriginMs, timing);
  };
}

function writeSpan(span: Span, timeOriginMs: number, timing: UserTiming): void {
  const { name, lane, startMs, durationMs, flow, bytes, value } = span;
  const description = describeSpanName(name);
  if (description === undefined) return;
  const properties: (readonly [string, string])[] = [];
  if (flow !== 0) properties.push(['call', flow.toString(16)]);
  if (bytes !== 0) properties.push([`bytes (${description.bytes ?? ''})`, String(bytes)]);
  if (value !== 0) properties.push([description.value ?? 'value', String(value)]);
  const detail = trackDetail({ name, lane, category: description.category, properties });
  const start = startMs - timeOriginMs;
  timing.measure(name, { start, end: start + durationMs, detail });
  timing.clearMeasures(name);
}
