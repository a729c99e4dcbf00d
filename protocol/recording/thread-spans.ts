import type { ThreadName } from '../threads/error-record.ts';
import { BYTES, DURATION_MS, FLOW, NAME, SPAN_FIELDS, START_MS, VALUE } from './span-columns.ts';

export * from './span-columns.ts';

/** The clock of one thread: its global `performance`. */
export interface ThreadClock {
  readonly timeOrigin: number;
  now(): number;
}

/** Values of a thread at the moment its recorder is read, with their units. */
export const GAUGES = {
  /** Number of compressions slower than the limit (N20). */
  slowCompressions: 'runs',
  /** Whether compression was given up after slow runs: 0 or 1. */
  compressionOff: 'flag',
  /** Events in memory or in storage that are not in a request yet. */
  queuedEvents: 'events',
  queuedRequests: 'requests',
  /** Events by tier, since the thread began. */
  defaultEvents: 'events',
  dispatchEvents: 'events',
  fastEvents: 'events',
  immediateEvents: 'events',
  /** Last measurements and choices of the engine. */
  bandwidth: 'bit/s',
  levelHeight: 'pixels',
} as const;
export type GaugeName = keyof typeof GAUGES;
export type Gauges = Readonly<Partial<Record<GaugeName, number>>>;

/** The parts of an interaction of the viewer, which make up its span. They hold no text of the page and no translated label. */
export interface InputDetail {
  /** Type of the event whose handlers took longest. */
  readonly type: string;
  /** Role or tag of the control, and its name in the code. */
  readonly target: string;
  /** Time until the first handler ran; time of the handlers; then style, layout and paint until the effect was on the screen. */
  readonly delayMs: number;
  readonly handlersMs: number;
  readonly toScreenMs: number;
}

/**
 * Content of one recorder when it was read, as plain data that crosses threads. Rows are in the order in which spans
 * ended; spans under way come last, and again with each later read.
 */
export interface ThreadSpans {
  /** Thread that the work belongs to. */
  readonly lane: ThreadName;
  /** Whether the service runs on main, because there is no worker. */
  readonly isInline: boolean;
  /** `timeOriginMs` plus a start compares over all threads of a page. */
  readonly timeOriginMs: number;
  /** On the thread's own clock. */
  readonly readAtMs: number;
  /** Sequence for the next read, which then returns new spans only. */
  readonly nextSequence: number;
  /** Spans overwritten before this read. The time before the first row is then unknown, not idle. */
  readonly lostCount: number;
  readonly names: readonly string[];
  /** {@link SPAN_FIELDS} numbers a span. */
  readonly rows: Float64Array;
  /** Parts of interactions by their start on the thread's own clock, which main keeps beside its recorder; only for the profiler. */
  readonly inputs?: ReadonlyMap<number, InputDetail>;
  readonly gauges: Gauges;
}

/** One row, on the clock that all threads share. */
export interface Span {
  readonly lane: ThreadName;
  readonly name: string;
  /** Milliseconds since the epoch, monotonic. */
  readonly startMs: number;
  /** Up to the read while the span is under way. */
  readonly durationMs: number;
  readonly isOpen: boolean;
  readonly flow: number;
  readonly bytes: number;
  readonly value: number;
  /** Parts of an interaction, in the profiler. */
  readonly input?: InputDetail;
}

export function spansOf({ lane, names, timeOriginMs, readAtMs, rows }: ThreadSpans): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < rows.length; at += SPAN_FIELDS) {
    const of = (field: number): number => rows[at + field] as number;
    const [startMs, durationMs] = [of(START_MS), of(DURATION_MS)];
    const isOpen = Number.isNaN(durationMs);
    spans.push({
      lane,
      name: names[of(NAME)] ?? '',
      startMs: timeOriginMs + startMs,
      durationMs: isOpen ? readAtMs - startMs : durationMs,
      isOpen,
      flow: of(FLOW),
      bytes: of(BYTES),
      value: isOpen ? 0 : of(VALUE),
    });
  }
  return spans;
}

/** Title of a span. For an interaction it names the event and the target, because all interactions have the name `input`. */
export function titleOf({ name, input }: Pick<Span, 'name' | 'input'>): string {
  if (input === undefined) return name;
  return `${name}: ${input.type}${input.target && ` on ${input.target}`}`;
}
