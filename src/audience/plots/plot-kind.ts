import type { PlotLine } from './plot-line.ts';

export type PlotValue = number | null;

/** A line of a plot, with the function that reads its value from a point. */
export interface LineKind<Point> extends Pick<PlotLine, 'label' | 'look'> {
  readonly value: (point: Point) => PlotValue;
}

/** Definition of a plot. */
export interface PlotKind<Line> {
  readonly id: string;
  readonly title: string;
  /** Explanation of the figure, if its name is not enough. */
  readonly note: string;
  readonly format: (value: PlotValue) => string;
  readonly lines: readonly Line[];
}
