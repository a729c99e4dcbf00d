import { HISTORY_MS, LIVE_VIEW, type PlotView } from '../../../../protocol/profiling/profiler-messages.ts';

/** Shortest visible time: at less than this, no more detail appears. */
const LENGTH_MIN_MS = 2;
const ZOOM_STEP = 0.7;
const PAN_STEP = 0.2;

/** Span of time that the recorders hold, milliseconds since the epoch. */
export interface Bounds {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/**
 * A factor below 1 shows more detail. The time at `atShare` of the width stays in place; a view that follows the newest time continues to
 * follow it.
 */
export function zoomed(view: PlotView, factor: number, atShare: number, bounds: Bounds): PlotView {
  const lengthMs = Math.min(HISTORY_MS, Math.max(LENGTH_MIN_MS, view.lengthMs * factor));
  if (view.endMs === null) return { endMs: null, lengthMs };
  const endMs = view.endMs - (view.lengthMs - lengthMs) * (1 - atShare);
  return within({ endMs, lengthMs }, bounds);
}

/** Moves by a share of the visible time, to later times if positive. Moved past the newest time, the view follows it again. */
export function panned({ endMs, lengthMs }: PlotView, share: number, bounds: Bounds): PlotView {
  return within({ endMs: (endMs ?? bounds.latestMs) + share * lengthMs, lengthMs }, bounds);
}

/** The view of a span, with room on both sides. */
export function around(startMs: number, durationMs: number, bounds: Bounds): PlotView {
  const lengthMs = Math.min(HISTORY_MS, Math.max(LENGTH_MIN_MS, durationMs * 3));
  return within({ endMs: startMs + durationMs / 2 + lengthMs / 2, lengthMs }, bounds);
}

/** The view after a key of the plot; `null` for other keys. */
export function viewAfterKey(key: string, view: PlotView, bounds: Bounds): PlotView | null {
  switch (key) {
    case '+':
    case '=':
      return zoomed(view, ZOOM_STEP, 0.5, bounds);
    case '-':
      return zoomed(view, 1 / ZOOM_STEP, 0.5, bounds);
    case 'ArrowLeft':
      return panned(view, -PAN_STEP, bounds);
    case 'ArrowRight':
      return panned(view, PAN_STEP, bounds);
    case '0':
      return LIVE_VIEW;
    default:
      return null;
  }
}

function within({ endMs, lengthMs }: { endMs: number; lengthMs: number }, bounds: Bounds): PlotView {
  const { earliestMs, latestMs } = bounds;
  const wantedMs = Math.max(endMs, earliestMs + lengthMs);
  return { endMs: wantedMs < latestMs ? wantedMs : null, lengthMs };
}
