import type { PlotDisplay } from '../../protocol/profiling/profiler-messages.ts';
import type { PlotColours } from './colours.ts';
import type { PlacedLane } from './lane-layout.ts';
import type { TimeScale } from './time-scale.ts';

export type Context = OffscreenCanvasRenderingContext2D;

export interface Drawing {
  readonly context: Context;
  readonly lanes: readonly PlacedLane[];
  readonly scale: TimeScale;
  readonly display: PlotDisplay;
  readonly colours: PlotColours;
}
