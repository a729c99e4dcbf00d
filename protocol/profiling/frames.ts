import type { ThreadName } from '../threads/error-record.ts';
import type { SpanKind } from './span-names.ts';
import type { Span } from '../recording/thread-spans.ts';

/** A frame of main that took more than 50 ms, as the browser describes it. Milliseconds since the epoch. */
export interface LongFrame {
  readonly startMs: number;
  readonly endMs: number;
  /** When style and layout began; `null`: the frame drew nothing. */
  readonly styleStartMs: number | null;
  /** When the frame was on the screen; `null` where the browser does not report it. */
  readonly shownMs: number | null;
  readonly scripts: readonly FrameScript[];
}

export interface FrameScript {
  /** Function, file and invoker of the script. */
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Style and layout that the script forced. */
  readonly forcedMs: number;
}

/** A frame of the video, as a callback of its element describes it. */
export interface VideoFrame {
  readonly shownMs: number;
  /** Time since the previous frame; 0 for the first. */
  readonly sinceMs: number;
  /** Time for which the previous frame was to be shown: difference of their times in the video, by its speed. */
  readonly wantedMs: number;
  /** Frames that were decoded and not shown since the previous frame. */
  readonly dropped: number;
}

/** `on time`; `late` by more than one frame of the screen; `dropped` frames before it; `long` for a frame of main. */
export type FrameVerdict = 'on time' | 'late' | 'dropped' | 'long';

export interface FramePart {
  readonly name: string;
  readonly durationMs: number;
}

/** Account of one frame's time. */
export interface FrameDetail {
  readonly verdict: FrameVerdict;
  readonly startMs: number;
  readonly endMs: number;
  /** Delay of a video frame, and the number of frames dropped before the frame. */
  readonly lateMs: number;
  readonly dropped: number;
  /** Known parts of its time on main; the rest is `unknownMs`. */
  readonly parts: readonly FramePart[];
  /** Time of main that neither the browser nor a recorder describes: unknown, not idle. */
  readonly unknownMs: number;
  /** Time from the end of main's work to the screen; `null` where the browser does not report it. */
  readonly toScreenMs: number | null;
  readonly scripts: readonly FramePart[];
  /** Interactions under way in this time. */
  readonly inputs: readonly Span[];
  /** Recorded spans in this time, longest first. */
  readonly spans: readonly SumRow[];
  readonly workers: readonly {
    readonly lane: ThreadName;
    readonly busyMs: number;
    /** Names of the worker's work, and of waits that were under way beside it. */
    readonly work: readonly string[];
    readonly waits: readonly string[];
  }[];
}

/**
 * Kinds of sums: `work` of the thread; `outside`, time in which the thread was kept from other work, with the work in that time;
 * `wait`, beside which the thread could work; `moment`.
 */
export const SUM_KINDS = ['work', 'outside', 'wait', 'moment'] as const satisfies readonly (SpanKind | 'outside')[];
export type SumKind = (typeof SUM_KINDS)[number];

/** Sum of all spans of one name on one thread in a range of time. */
export interface SumRow {
  readonly lane: ThreadName;
  readonly name: string;
  readonly kind: SumKind;
  readonly count: number;
  /** Part of the range in which at least one of the spans ran: never longer than the range. */
  readonly totalMs: number;
}

/** Sums of a range of time. */
export interface RangeSums {
  readonly fromMs: number;
  readonly toMs: number;
  readonly threads: readonly { readonly lane: ThreadName; readonly busyMs: number; readonly unknownMs: number }[];
  readonly rows: readonly SumRow[];
}

/** `previous` and `next` skip frames of the video that were on time. */
export type FrameChoice = 'previous' | 'next' | 'previous of all' | 'next of all' | 'worst' | { readonly atMs: number };
