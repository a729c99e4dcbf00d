import type { PlotLine } from './plot-line.ts';

export type PlotValue = number | null;

/** A line of a plot, by how its values are read from the points of time. */
export interface LineKind<Point> extends Pick<PlotLine, 'label' | 'look'> {
  readonly value: (point: Point) => PlotValue;
}

/** A row of a table of plots. */
export interface PlotKind<Line> {
  readonly id: string;
  readonly title: string;
  /** Meaning of the figure, where its name does not say it. */
  readonly note: string;
  readonly format: (value: PlotValue) => string;
  readonly lines: readonly Line[];
}
