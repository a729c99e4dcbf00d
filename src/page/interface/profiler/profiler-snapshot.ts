import type { FrameDetail } from '../../../../protocol/profiling/frames.ts';
import type { PlotDisplay, SearchHit, SpanRow } from '../../../../protocol/profiling/profiler-messages.ts';
import type { DrawingPlace } from './plot-drawing.ts';

/** Choices of the viewer and their results; a new object for each change. Components render it. */
export interface ProfilerSnapshot {
  readonly place: DrawingPlace;
  readonly isPaused: boolean;
  readonly display: PlotDisplay;
  /** The span under the pointer, else the selected span. */
  readonly span: SpanRow | null;
  /** Whether frames of the video are recorded: each costs the main thread a callback, for which the browser draws a frame of the page. */
  readonly wantsVideoFrames: boolean;
  /** The chosen frame; `none` after a choice that found no frame. */
  readonly frame: FrameDetail | 'none' | null;
  /** The selected span of a search. */
  readonly hit: SearchHit | null;
}
