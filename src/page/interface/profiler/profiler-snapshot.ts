import type { FrameDetail } from '../../../../protocol/profiling/frames.ts';
import type { PlotDisplay, SearchHit, SpanRow } from '../../../../protocol/profiling/profiler-messages.ts';
import type { DrawingPlace } from './plot-drawing.ts';

/** Choices of the viewer and what follows from them; a new object for each change. Components render it. */
export interface ProfilerSnapshot {
  readonly place: DrawingPlace;
  readonly isPaused: boolean;
  readonly display: PlotDisplay;
  /** Under the pointer, else the selected one. */
  readonly span: SpanRow | null;
  /** Frames of the video are wanted: each costs main a callback, for which the browser draws a frame. */
  readonly wantsVideoFrames: boolean;
  /** The chosen frame; `none` after a choice that found no frame. */
  readonly frame: FrameDetail | 'none' | null;
  /** The selected span of a search. */
  readonly hit: SearchHit | null;
}
