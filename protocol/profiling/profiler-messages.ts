import type { ThreadName } from '../threads/error-record.ts';
import type { FrameChoice, FrameDetail, FrameVerdict, LongFrame, RangeSums, VideoFrame } from './frames.ts';
import type { SpanCategory, SpanKind } from './span-names.ts';
import type { Gauges, Span, ThreadSpans } from '../recording/thread-spans.ts';

/**
 * The interface of the module that draws the panel's lanes and works out its figures. Plain messages: the same module
 * runs in a worker or, where there is no `OffscreenCanvas`, on main.
 */
export type ProfilerCommand<Canvas = object> =
  | { readonly kind: 'open'; readonly canvas: Canvas }
  | { readonly kind: 'spans'; readonly threads: readonly ThreadSpans[] }
  | { readonly kind: 'display'; readonly display: PlotDisplay }
  | { readonly kind: 'frames'; readonly long: readonly LongFrame[]; readonly video: readonly VideoFrame[] }
  /** The response is `frame`, which is also sent when a change of the display alters the spans of the chosen frame. */
  | { readonly kind: 'choose-frame'; readonly choice: FrameChoice }
  /** Finds the next or previous match of the query, counted from the selected span; the response is `found`. */
  | { readonly kind: 'find'; readonly step: 1 | -1 }
  /** CSS pixels of the canvas; the response is `pointed`. */
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'export' }
  | { readonly kind: 'close' };

export type ProfilerReport =
  | { readonly kind: 'ready' }
  /** `isAsked`: this state responds to a change of the display; other states come periodically, at most once a second. */
  | { readonly kind: 'state'; readonly state: ProfilerState; readonly isAsked: boolean }
  | { readonly kind: 'pointed'; readonly span: SpanRow | null }
  | { readonly kind: 'found'; readonly hit: SearchHit | null }
  /** The chosen frame; `null` if there is no frame to choose. */
  | { readonly kind: 'frame'; readonly frame: FrameDetail | null }
  /** A file for DevTools and Perfetto; Speedscope reads the work in it. */
  | { readonly kind: 'trace'; readonly text: string }
  /** The canvas gives no context. */
  | { readonly kind: 'unavailable' };

/** Width left of the time axis, for the names of the rows; CSS pixels. */
export const GUTTER_PX = 64;
/** The axis of frames ends here, from the top; CSS pixels. */
export const FRAME_AXIS_END_PX = 44;
/** The longest part of the past that can be viewed. */
export const HISTORY_MS = 60_000;

/** Visible part of the time. */
export interface PlotView {
  /** Milliseconds since the epoch, as all times of the panel; `null` follows the newest. */
  readonly endMs: number | null;
  readonly lengthMs: number;
}

export interface PlotDisplay {
  readonly view: PlotView;
  /** Zero of the time axis. */
  readonly originMs: number;
  /** CSS pixels; a width of 0 draws nothing. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelRatio: number;
  readonly theme: 'dark' | 'light';
  /** Spans whose name does not contain this text are faded. */
  readonly query: string;
  /** Key of a span. */
  readonly selected: string | null;
  /** Whether the state includes the rows of the table. */
  readonly withRows: boolean;
  /** Whether the profiler's own calls are included, in lanes, rows, sums and the file. */
  readonly withOwn: boolean;
  /** Whether the state includes sums: of `range`, else of the visible time. */
  readonly withSums: boolean;
  readonly range: { readonly fromMs: number; readonly toMs: number } | null;
}

/** View of a plot that has not been moved. */
export const LIVE_VIEW: PlotView = { endMs: null, lengthMs: 10_000 };
export const INITIAL_DISPLAY: PlotDisplay = {
  view: LIVE_VIEW,
  originMs: 0,
  widthPx: 0,
  heightPx: 0,
  pixelRatio: 1,
  theme: 'dark',
  query: '',
  selected: null,
  withRows: false,
  withOwn: false,
  withSums: false,
  range: null,
};

/** One span as the table and the readout show it. */
export interface SpanRow extends Span {
  readonly key: string;
  readonly category: SpanCategory;
  readonly kind: SpanKind;
}

/** A span that the query finds; `number` counts the found spans from 1, in the order of their starts. */
export interface SearchHit {
  readonly span: SpanRow;
  readonly number: number;
}

/** Lateness of a timer; 0 where the delay is too short to be recorded. */
export interface Lag {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** A field of `null` is unknown. */
export interface LaneState {
  readonly lane: ThreadName;
  readonly isInline: boolean;
  /** Part of the last minute that the lane's recorder has. */
  readonly observedMs: number;
  readonly busyShare1s: number | null;
  readonly busyShare60s: number | null;
  readonly lag: Lag | null;
  readonly gauges: Gauges;
}

/** Steps of the start, milliseconds since the epoch. `overwritten`: the recorder no longer has the step. */
export type StepTime = number | 'overwritten' | null;
export interface StartSteps {
  /** The viewer pressed a control that plays; with autoplay, the page requested playback itself. */
  readonly wantedMs: StepTime;
  readonly firstFrameMs: StepTime;
  readonly workerReadyMs: StepTime;
  readonly manifestMs: StepTime;
  readonly firstSegmentMs: StepTime;
}

export type StallCause = 'network' | 'main blocked' | 'worker blocked' | 'unknown';
export interface Stall {
  readonly startMs: number;
  readonly durationMs: number;
  readonly isOpen: boolean;
  readonly cause: StallCause;
}

/** Since the first row that the recorders had. */
export interface Totals {
  readonly batches: number;
  readonly batchedEvents: number;
  readonly compressedFromBytes: number;
  readonly compressedToBytes: number;
  readonly logRequests: number;
  readonly sentBytes: number;
  readonly stalls: number;
  readonly stalledMs: number;
  /** The recorders had lost rows before: the numbers are lower bounds. */
  readonly isPartial: boolean;
}

/** A long frame of main that the recorder has, with its account if the browser describes it. */
export interface LongFrameRow extends Span {
  readonly detail: FrameDetail | null;
}

export interface ProfilerState {
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Height of all rows, CSS pixels. */
  readonly heightPx: number;
  readonly lanes: readonly LaneState[];
  /** Visible spans, newest first, as many as a table can show. */
  readonly rows: readonly SpanRow[];
  readonly visibleCount: number;
  /** Number of spans in the whole history that the query finds; `null` without a query. */
  readonly foundCount: number | null;
  /** `null` unless the display has `withSums`. */
  readonly sums: RangeSums | null;
  /** Frames of the last minute, by verdict. */
  readonly frameCounts: Readonly<Record<FrameVerdict, number>>;
  /** Newest first. */
  readonly longFrames: readonly LongFrameRow[];
  readonly inputs: readonly Span[];
  readonly lastStalls: readonly Stall[];
  readonly steps: StartSteps;
  readonly totals: Totals;
  /** Cost of drawing the plot and of computing this state, in the thread where the module runs. */
  readonly costMsPerSecond: number;
}

/** Exports of `workers/profiler/profiler.worker.ts` for main. */
export interface ProfilerModule<Canvas = object> {
  createProfilerPlot(report: (report: ProfilerReport) => void): (command: ProfilerCommand<Canvas>) => void;
}
