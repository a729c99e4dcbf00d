import { roundSteps } from '../../protocol/runtime/profiling/round-steps.ts';
import { GUTTER_PX, type PlotDisplay } from '../../protocol/profiling/profiler-messages.ts';

/** The time axis in CSS pixels. */
export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly widthPx: number;
}

export function scaleOf({ view, widthPx }: Pick<PlotDisplay, 'view' | 'widthPx'>, latestMs: number): TimeScale {
  const toMs = view.endMs ?? latestMs;
  return { fromMs: toMs - view.lengthMs, toMs, widthPx };
}

export function xOf({ fromMs, toMs, widthPx }: TimeScale, atMs: number): number {
  return GUTTER_PX + ((atMs - fromMs) / (toMs - fromMs)) * (widthPx - GUTTER_PX);
}

export function timeAt({ fromMs, toMs, widthPx }: TimeScale, x: number): number {
  return fromMs + ((x - GUTTER_PX) / (widthPx - GUTTER_PX)) * (toMs - fromMs);
}

/** Times at round distances from `originMs`; about `wanted` of them. */
export function ticksOf({ fromMs, toMs }: TimeScale, originMs: number, wanted: number): number[] {
  return roundSteps(fromMs - originMs, toMs - originMs, wanted).map((atMs) => originMs + atMs);
}
