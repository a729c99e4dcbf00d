import { LANE_NAMES } from '../../threads/lane-names.ts';
import { TRACK_GROUP } from '../../profiling/devtools-track.ts';
import { CATEGORY_COLOURS, describeSpanName } from '../../profiling/span-names.ts';
import { spansOf, type Span } from '../../recording/thread-spans.ts';
import type { Clock } from '../clock.ts';
import type { SpanRing } from './span-ring.ts';

/** Part of a thread's `console` that writes an entry of a track. */
export interface TrackConsole {
  timeStamp(label?: string): void;
}

/** Interval of writes: a recording that ends lacks only the last interval. */
export const WRITE_INTERVAL_MS = 1_000;

/** Chromium since 134 also accepts times, a track and details; other browsers show only the label. */
type TrackStamp = (...entry: readonly (string | number)[]) => void;

/**
 * Writes recorded spans as entries of tracks in DevTools, afterwards, with the recorded times, and on the thread of the work:
 * recording costs nothing more, and a trace shows each entry on its own thread. The browser keeps entries only while it
 * records, which a page cannot detect; otherwise an entry costs a fraction of a microsecond. A measure of User Timing cost 7
 * microseconds, and 11 while the browser recorded.
 *
 * The first call of the returned function starts writing, for the life of the thread; further calls have no effect. Each thread
 * has its own timer, because a message for each write would cost main more than the write.
 */
export function createTrackWriter(spans: SpanRing, console: TrackConsole, after: Clock['after']): () => void {
  let sequence = 0;
  let isWriting = false;
  const write = (): void => {
    const read = spans.read(sequence);
    sequence = read.nextSequence;
    for (const span of spansOf(read)) if (!span.isOpen) writeSpan(span, read.timeOriginMs, console);
    after(WRITE_INTERVAL_MS, write);
  };
  return () => {
    if (isWriting) return;
    isWriting = true;
    write();
  };
}

const NO_DETAILS = '{}';

function writeSpan(span: Span, timeOriginMs: number, console: TrackConsole): void {
  const { name, lane, startMs, durationMs, flow, bytes, value } = span;
  const description = describeSpanName(name);
  if (description === undefined) return;
  const details: Record<string, string | number> = {};
  const hasDetails = flow !== 0 || bytes !== 0 || value !== 0;
  if (flow !== 0) details['call'] = flow.toString(16);
  if (bytes !== 0) details[`bytes (${description.bytes ?? ''})`] = bytes;
  if (value !== 0) details[description.value ?? 'value'] = value;
  const start = startMs - timeOriginMs;
  const colour = CATEGORY_COLOURS[description.category];
  (console.timeStamp as TrackStamp)(
    name,
    start,
    start + durationMs,
    LANE_NAMES[lane],
    TRACK_GROUP,
    colour,
    hasDetails ? JSON.stringify(details) : NO_DETAILS,
  );
}
