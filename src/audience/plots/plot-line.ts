import UPlot from 'uplot';

export type PlotColour =
  '--plot-1' | '--plot-2' | '--plot-3' | '--plot-4' | '--plot-5' | '--plot-6' | '--plot-7' | '--plot-before';

export interface PlotLine {
  readonly label: string;
  readonly colour: PlotColour;
  /** A value for each place; `null` without a value. */
  readonly values: readonly (number | null)[];
  readonly look: 'line' | 'dashed' | 'area' | 'bars';
}

const BARS: UPlot.Series.BarsPathBuilderOpts = { size: [0.7, 40] };
const LINE_PIXELS = 2;
/** Width of a line that shows on both sides of another one with the same values. */
const LINE_RIM_PIXELS = 2;

/** @param above Lines that are drawn over it. Where they have the same values, the wider one below them is still seen. */
export function seriesOf({ label, colour, look }: PlotLine, above: readonly PlotLine[]): UPlot.Series {
  const covering = above.filter((line) => line.look === 'line').length;
  return {
    label,
    stroke: () => colourOf(colour),
    width: look === 'bars' ? 0 : LINE_PIXELS + (look === 'line' ? covering * LINE_RIM_PIXELS : 0),
    /** A line has two ends: one value alone is a point. */
    points: {
      size: 7,
      fill: () => colourOf(colour),
      show: (plot, index) => look !== 'bars' && onlyPlaceOf(plot.data[index]) !== undefined,
      filter: (plot, index) => [onlyPlaceOf(plot.data[index])].filter((place) => place !== undefined),
    },
    spanGaps: true,
    ...(look === 'dashed' && { dash: [5, 4] }),
    ...((look === 'bars' || look === 'area') && { fill: () => colourOf(colour) + (look === 'bars' ? '' : '55') }),
    ...(look === 'bars' && UPlot.paths.bars && { paths: UPlot.paths.bars(BARS) }),
  };
}

export function colourOf(name: PlotColour | '--line' | '--quiet'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Place of the value of a line that has only one. */
function onlyPlaceOf(values: UPlot.AlignedData[number] | undefined): number | undefined {
  const places = [...(values ?? [])].flatMap((value, place) => (value === null || value === undefined ? [] : [place]));
  return places.length === 1 ? places[0] : undefined;
}
