import type { LoadCounts, LoadPoint } from '../../../protocol/provider/observation.ts';
import type { PlotLine } from '../plots/plot-line.ts';
import type { PlotOptions } from '../plots/plot.ts';
import type { LineKind, PlotKind } from '../plots/plot-kind.ts';
import { formatMinute, formatMs, formatRate, formatTime } from './format.ts';

interface Line extends LineKind<LoadPoint> {
  readonly colour: PlotLine['colour'];
}

export interface LoadPlot {
  readonly id: string;
  readonly note: string;
  readonly options: PlotOptions;
}

const MINUTE_MS = 60_000;

/** Rate of a count; for a running step, by the time that has passed in it. */
const rate =
  (name: keyof LoadCounts) =>
  (point: LoadPoint): number =>
    (point[name] * 1_000) / point.lengthMs;

const KINDS: readonly PlotKind<Line>[] = [
  {
    id: 'load-requests',
    title: 'Requests per second',
    note: 'From viewers, including media.',
    format: formatRate,
    lines: [{ label: 'Requests', colour: '--plot-1', look: 'area', value: rate('requests') }],
  },
  {
    id: 'load-latency',
    title: 'Response time',
    note: 'Until the response headers. A new connection also waits to be accepted.',
    format: formatMs,
    lines: [
      { label: 'Median (p50)', colour: '--plot-1', look: 'line', value: ({ p50Ms }) => p50Ms },
      { label: '99th percentile (p99)', colour: '--plot-3', look: 'line', value: ({ p99Ms }) => p99Ms },
      { label: 'New connection', colour: '--plot-2', look: 'line', value: ({ newcomerMs }) => newcomerMs },
    ],
  },
  {
    id: 'load-errors',
    title: 'Errors per second',
    note: 'Requests that hit a bug or an unavailable database.',
    format: formatRate,
    lines: [{ label: 'Errors', colour: '--plot-5', look: 'area', value: rate('errors') }],
  },
  {
    id: 'load-shed',
    title: 'Shed per second',
    note: 'Requests refused by a limit, and rows deleted because a part of the database was full.',
    format: formatRate,
    lines: [
      { label: 'Refused requests', colour: '--plot-2', look: 'line', value: rate('refused') },
      { label: 'Deleted rows', colour: '--plot-5', look: 'line', value: rate('shedRows') },
    ],
  },
  {
    id: 'load-events',
    title: 'Events per second',
    note: 'Events stored.',
    format: formatRate,
    lines: [{ label: 'Events', colour: '--plot-4', look: 'area', value: rate('events') }],
  },
];

export function loadPlots(points: readonly LoadPoint[]): LoadPlot[] {
  const places = points.map(({ atMs }) => atMs);
  return KINDS.map(({ id, title, note, format, lines }) => ({
    id,
    note,
    options: {
      title,
      places,
      isTime: true,
      isUtc: false,
      /** Width of a single point. */
      step: points[0]?.lengthMs ?? 0,
      lines: lines.map(({ value, ...line }) => ({ ...line, values: points.map(value) })),
      formatPlace: formatTime,
      /** Labels show seconds while the curve is so short that they are less than a minute apart. */
      formatTick: (place, step) => (step < MINUTE_MS ? formatTime : formatMinute)(place),
      formatValue: format,
    },
  }));
}
