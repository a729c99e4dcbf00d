import UPlot from 'uplot';

export type PlotColour =
  '--plot-1' | '--plot-2' | '--plot-3' | '--plot-4' | '--plot-5' | '--plot-6' | '--plot-7' | '--plot-before';

export interface PlotLine {
  readonly label: string;
  readonly colour: PlotColour;
  /** A value for each place; `null` if there is none. */
  readonly values: readonly (number | null)[];
  readonly look: 'line' | 'dashed' | 'area' | 'bars';
}

const BARS: UPlot.Series.BarsPathBuilderOpts = { size: [0.7, 40] };
const LINE_PIXELS = 2;
/** Extra width by which a line shows on both sides of a line with the same values that is drawn over it. */
const LINE_RIM_PIXELS = 2;

/** @param above Lines that are drawn over this line, which is wider, so that it stays visible below equal values. */
export function seriesOf({ label, colour, look }: PlotLine, above: readonly PlotLine[]): UPlot.Series {
  const covering = above.filter((line) => line.look === 'line').length;
  return {
    label,
    stroke: () => colourOf(colour),
    width: look === 'bars' ? 0 : LINE_PIXELS + (look === 'line' ? covering * LINE_RIM_PIXELS : 0),
    /** A single value is drawn as a point, because a line needs two values. */
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

/** Place of the only value of a line; `undefined` if the line has more values or none. */
function onlyPlaceOf(values: UPlot.AlignedData[number] | undefined): number | undefined {
  const places = [...(values ?? [])].flatMap((value, place) => (value === null || value === undefined ? [] : [place]));
  return places.length === 1 ? places[0] : undefined;
}
