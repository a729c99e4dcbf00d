import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import type { ViewersPeriod, ViewersPoint, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { formatMs, formatNumber, formatShare, formatStep, formatTick } from './format.ts';
import type { PlotColour, PlotLine } from '../plots/plot-line.ts';
import type { ReportPlot } from './report-parts.ts';
import type { LineKind, PlotKind, PlotValue } from '../plots/plot-kind.ts';
import { qualityLabel, qualitiesOf } from './qualities.ts';

const HOUR_MS = 3_600_000;

interface Line extends LineKind<ViewersPoint> {
  /** Whether the line is also shown for the compared period. */
  readonly isCompared?: boolean;
}

/** Sections of the page, named after the question that they answer. */
export type PlotPart = 'failing' | 'audience';

interface Kind extends PlotKind<Line> {
  readonly part: PlotPart;
}

const COLOURS: readonly PlotColour[] = [
  '--plot-1',
  '--plot-2',
  '--plot-3',
  '--plot-4',
  '--plot-5',
  '--plot-6',
  '--plot-7',
];

/** The plots over time; the page also has a table of each plot. */
const KINDS: readonly Kind[] = [
  {
    part: 'failing',
    id: 'failures',
    title: 'Playback failures',
    note: 'Attempts that ended in an error which the viewer was shown, of all attempts.',
    format: formatShare,
    lines: [
      { label: 'Failed', value: ({ failedShare }) => failedShare, isCompared: true, look: 'line' },
      { label: 'Before video start', value: startFailedShare, look: 'line' },
    ],
  },
  {
    part: 'failing',
    id: 'exits',
    title: 'Exits before video start',
    note: 'Attempts that neither began nor failed, of all attempts: viewers left.',
    format: formatShare,
    lines: [{ label: 'Left', value: ({ leftEarlyShare }) => leftEarlyShare, isCompared: true, look: 'line' }],
  },
  {
    part: 'failing',
    id: 'start-up',
    title: 'Startup time',
    note: 'From the request to play to the first frame.',
    format: formatMs,
    lines: [
      { label: 'Median (p50)', value: ({ startUpMs }) => startUpMs?.p50 ?? null, isCompared: true, look: 'line' },
      { label: '90th percentile (p90)', value: ({ startUpMs }) => startUpMs?.p90 ?? null, look: 'line' },
      { label: '99th percentile (p99)', value: ({ startUpMs }) => startUpMs?.p99 ?? null, look: 'line' },
    ],
  },
  {
    part: 'failing',
    id: 'rebuffering',
    title: 'Rebuffering',
    note: 'Time that playback stood still for lack of data, of this and the time played.',
    format: formatShare,
    lines: [{ label: 'Rebuffering', value: (point) => point.rebufferingShare, isCompared: true, look: 'line' }],
  },
  {
    part: 'failing',
    id: 'stalls',
    title: 'Stalls per viewing hour',
    note: 'How often playback stalled, per hour watched.',
    format: formatNumber,
    lines: [{ label: 'Stalls', value: ({ stallsPerHour }) => stallsPerHour, isCompared: true, look: 'line' }],
  },
  {
    part: 'failing',
    id: 'frames',
    title: 'Dropped frames',
    note: 'Share of all frames, where browsers count them.',
    format: formatShare,
    lines: [{ label: 'Dropped', value: ({ droppedShare }) => droppedShare, isCompared: true, look: 'line' }],
  },
  {
    part: 'audience',
    id: 'views',
    title: 'Views',
    note: 'A video that began to play.',
    format: formatNumber,
    lines: [{ label: 'Views', value: ({ views }) => views, isCompared: true, look: 'bars' }],
  },
  {
    part: 'audience',
    id: 'at-once',
    title: 'Viewers at once',
    note: 'The most of five minutes, by how much was watched in them.',
    format: formatNumber,
    lines: [
      { label: 'At once', value: ({ viewersAtOnce }) => Math.ceil(viewersAtOnce), isCompared: true, look: 'area' },
    ],
  },
];

function startFailedShare({ startFailed, attempts }: ViewersPoint): PlotValue {
  return attempts === 0 ? null : Math.min(1, startFailed / attempts);
}

/** Minimum number of points in a plot: fewer would be just a bar or two. */
const PLACES_MIN = 12;

/**
 * Time of the first plotted point: a site that is a day old has six empty days in a week. The start of the period if no more than half
 * of it is empty.
 */
export function plottedFrom({ period, compared }: ViewersReport): number {
  const { points } = period;
  const first = points.findIndex((point, index) => [point, compared?.points[index]].some(hasNumbers));
  if (first <= points.length / 2) return period.fromMs;
  return points[Math.max(0, Math.min(first - 1, points.length - PLACES_MIN))]?.atMs ?? period.fromMs;
}

function hasNumbers(point: ViewersPoint | undefined): boolean {
  return point !== undefined && (point.views > 0 || point.attempts > 0 || point.watchedMs > 0 || point.stalls > 0);
}

export function plotsOf(report: ViewersReport): Readonly<Record<PlotPart, ReportPlot[]>> {
  const skipped = (plottedFrom(report) - report.period.fromMs) / report.period.stepMs;
  const period = { ...report.period, points: report.period.points.slice(skipped) };
  const compared = report.compared && { ...report.compared, points: report.compared.points.slice(skipped) };
  const plotOf = ({ part, id, title, note, format, lines }: Kind): ReportPlot => {
    // A plot of no failures is informative; a plot of no viewers is left out.
    const isNothing = (value: PlotValue): boolean => value === null || (value === 0 && part === 'audience');
    const now = lines.map(({ label, look, value }, index): PlotLine => ({
      label,
      look,
      colour: COLOURS[index] ?? '--plot-1',
      values: period.points.map(value),
    }));
    const before = lines
      .filter(({ isCompared }) => isCompared)
      .flatMap(({ label, value }): PlotLine[] =>
        compared === null ? [] : [beforeOf(label, compared.points.map(value))],
      );
    const values = [...now, ...before].flatMap((line) => line.values);
    // Without a maximum, an axis without values would show the same number at each grid line.
    const height = values.some((value) => value !== null && value > 0)
      ? {}
      : { maximum: format === formatShare ? 0.1 : 1 };
    return {
      id,
      note,
      isEmpty: values.every(isNothing),
      options: { title, lines: [...now, ...before], ...height, ...timesOf(period), formatValue: format },
    };
  };
  const ofPart = (part: PlotPart) => KINDS.filter((kind) => kind.part === part).map(plotOf);
  return {
    failing: ofPart('failing'),
    audience: [...watchedPlot(period, compared), ...ofPart('audience'), qualityPlot(period)],
  };
}

function beforeOf(label: string, values: readonly PlotValue[]): PlotLine {
  return { label: `${label}, compared`, colour: '--plot-before', look: 'dashed', values };
}

function timesOf({ points, stepMs }: ViewersPeriod) {
  return {
    places: points.map(({ atMs }) => atMs),
    isTime: true,
    isUtc: stepMs !== HOUR_MS,
    formatTick: (atMs: number, ticksMs: number): string => formatTick(atMs, ticksMs, stepMs),
    formatPlace: (atMs: number): string => formatStep(atMs, stepMs),
  };
}

/** Stacked shares of the qualities, the worst quality at the bottom. Each line is the sum of its share and the shares below. */
function qualityPlot(period: ViewersPeriod): ReportPlot {
  const names = qualitiesOf(period.totals.qualityMs);
  const shares = names.map((name) =>
    period.points.map(({ qualityMs }): PlotValue => {
      const whole = Object.values(qualityMs).reduce((sum, playedMs) => sum + playedMs, 0);
      return whole === 0 ? null : (qualityMs[name] ?? 0) / whole;
    }),
  );
  const stacked = shares.map((_, index) =>
    period.points.map((__, place): PlotValue => {
      const below = shares.slice(0, index + 1).map((share) => share[place] ?? null);
      return below.includes(null) ? null : below.reduce((sum: number, share) => sum + (share ?? 0), 0);
    }),
  );
  const lines = names.map((name, index): PlotLine => ({
    label: qualityLabel(name),
    colour: COLOURS[index % COLOURS.length] ?? '--plot-1',
    values: stacked[index] ?? [],
    look: 'bars',
  }));
  return {
    id: 'quality',
    note: 'Lines of resolution, by time watched.',
    isEmpty: names.length === 0,
    /** The highest line is drawn first, and lower lines over it. */
    options: {
      title: 'Quality',
      lines: lines.toReversed(),
      ownValues: shares.toReversed(),
      maximum: 1,
      ...timesOf(period),
      formatValue: formatShare,
    },
  };
}

function watchedPlot({ film }: ViewersPeriod, compared: ViewersPeriod | null): ReportPlot[] {
  if (film === null) return [];
  const { points } = film;
  const before = compared?.film?.points.map(({ played }) => played);
  const lines: PlotLine[] = [
    { label: 'Watched', colour: '--plot-1', look: 'area', values: points.map(({ played }) => played) },
    { label: 'Watched again', colour: '--plot-2', look: 'line', values: points.map(({ repeated }) => repeated) },
    { label: 'Skipped', colour: '--plot-3', look: 'line', values: points.map(({ skipped }) => skipped) },
    ...(before === undefined ? [] : [beforeOf('Watched', before)]),
  ];
  return [
    {
      id: 'watched',
      note: 'How often each second was watched, rewatched in the same view, or skipped. Counts whole days.',
      isEmpty: points.every(({ played, skipped }) => played === 0 && skipped === 0),
      options: {
        title: 'Over the video',
        lines,
        places: points.map(({ second }) => second),
        isTime: false,
        isUtc: false,
        formatPlace: (second) => clockTime(second),
        formatTick: (second) => clockTime(second),
        formatValue: formatNumber,
      },
    },
  ];
}
