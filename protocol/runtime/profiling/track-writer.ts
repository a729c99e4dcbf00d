import { LANE_NAMES } from '../../page/lane-names.ts';
import { CATEGORY_COLOURS, describeSpanName } from '../../profiling/span-names.ts';
import type { SpanRing } from './span-ring.ts';
import { spansOf, type Span } from '../../profiling/thread-spans.ts';

/** Part of a thread's `performance` that takes User Timing. */
export interface UserTiming {
  measure(name: string, options: { readonly start: number; readonly end: number; readonly detail: unknown }): unknown;
  clearMeasures(name: string): void;
}

export const TRACK_GROUP = 'Oriel';

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
  const properties = [
    ...(flow === 0 ? [] : [['call', flow.toString(16)]]),
    ...(bytes === 0 ? [] : [[`bytes (${description.bytes ?? ''})`, String(bytes)]]),
    ...(value === 0 ? [] : [[description.value ?? 'value', String(value)]]),
  ];
  const devtools = {
    dataType: 'track-entry',
    track: LANE_NAMES[lane],
    trackGroup: TRACK_GROUP,
    color: CATEGORY_COLOURS[description.category],
    tooltipText: name,
    properties,
  };
  const start = startMs - timeOriginMs;
  timing.measure(name, { start, end: start + durationMs, detail: { devtools } });
  timing.clearMeasures(name);
}
