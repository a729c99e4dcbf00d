import { costOf, type BandwidthReport, type NamedBytes } from '../../../protocol/provider/bandwidth-report.ts';
import type { TrafficKind } from '../../../protocol/provider/traffic-kinds.ts';
import type { ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { element } from '../plots/elements.ts';
import { numbersTable, type NumbersColumn } from '../plots/numbers-table.ts';
import { formatChange, formatCost, formatMonth, formatStep, formatTick } from './format.ts';
import { nameOf, type ReportPlot, type ReportTable, type Tile } from './report-parts.ts';

const DAY_MS = 86_400_000;

type Bytes = Pick<NamedBytes, 'sentBytes' | 'measuredBytes'>;

const KINDS: Readonly<Record<TrafficKind, string>> = {
  media: 'Picture and sound',
  captions: 'Captions',
  pictures: 'Posters and other pictures',
  pages: 'Pages of the player',
  scripts: 'Scripts, styles and fonts',
  data: 'Calls of the player',
  operator: 'Pages of operators, monitoring',
  other: 'Other',
};
/** Id in the list for bytes that do not belong to a video. */
const NO_VIDEO = 'other';

/** Tile with the bytes sent in the month, and their cost. */
export function bandwidthTile({ period, compared, pricePerGb }: ViewersReport): Tile {
  const { month, sentBytes, measuredBytes, hosts } = period.bandwidth;
  const [largest] = hosts;
  const most = largest === undefined ? '' : `, most: ${largest.name}`;
  const cost = pricePerGb === null ? '' : `costs ${formatCost(costOf(month.sentBytes, pricePerGb))}; `;
  const more = measuredBytes === 0 ? '' : `; ${formatBytes(measuredBytes)} more by other servers, measured by players`;
  return {
    label: `Sent in ${formatMonth(month.fromMs)}`,
    value: formatBytes(month.sentBytes),
    note: `${cost}${formatBytes(sentBytes)} in the time shown${most}${more}`,
    change: formatChange(sentBytes, compared?.bandwidth.sentBytes ?? null),
    to: 'bandwidth',
  };
}

export function bandwidthPlot({ bandwidth: { days } }: Pick<ViewersReport['period'], 'bandwidth'>): ReportPlot {
  const isMeasured = days.some(({ measuredBytes }) => measuredBytes > 0);
  return {
    id: 'by-day',
    note: 'What this server has sent, with pages and scripts.',
    isEmpty: days.every((day) => totalOf(day) === 0),
    options: {
      title: 'Bytes a day',
      lines: [
        { label: 'Sent', colour: '--plot-1', look: 'bars', values: days.map(({ sentBytes }) => sentBytes) },
        ...(isMeasured
          ? [
              {
                label: 'By other servers, measured by players',
                colour: '--plot-2' as const,
                look: 'line' as const,
                values: days.map(({ measuredBytes }) => measuredBytes),
              },
            ]
          : []),
      ],
      places: days.map(({ atMs }) => atMs),
      isTime: true,
      isUtc: true,
      step: DAY_MS,
      formatTick: (atMs, ticksMs) => formatTick(atMs, ticksMs, DAY_MS),
      formatPlace: (atMs) => formatStep(atMs, DAY_MS),
      formatValue: (value) => (value === null ? '–' : formatBytes(value)),
    },
  };
}

export function bandwidthTables(report: ViewersReport, videoAddress: (id: string) => string): ReportTable[] {
  const { video, period } = report;
  const { bandwidth } = period;
  const lists = [
    ...(video === null
      ? [
          {
            ...({ exported: 'bandwidth-videos', title: 'Bandwidth by video', name: 'Video' } as const),
            note: 'The largest ones, a hundred at most.',
            rows: bandwidth.videos.map(({ id, title, ...bytes }) => ({
              ...bytes,
              label: videoLabel(id, title, videoAddress),
            })),
          },
        ]
      : []),
    {
      ...({ exported: 'bandwidth-hosts', title: 'Bandwidth by site', name: 'Embedded in' } as const),
      note: 'Sites whose pages showed the player, or link to its files themselves; unknown where no request named one.',
      rows: bandwidth.hosts.map(({ name, ...bytes }) => ({ ...bytes, label: name })),
    },
    {
      ...({ exported: 'bandwidth-kinds', title: 'Bandwidth by kind', name: 'Kind' } as const),
      note: 'Media of other servers are not in it.',
      rows: bandwidth.kinds.map(({ name, ...bytes }) => ({ ...bytes, label: KINDS[name as TrafficKind] ?? name })),
    },
  ];
  return lists.map(({ exported, title, name, note, rows }): ReportTable => ({
    id: exported,
    title,
    note,
    exported,
    table: numbersTable({
      caption: title,
      rows,
      empty: 'Nothing was sent in this period.',
      columns: columnsOf(name, rows, bandwidth, report.pricePerGb),
    }),
  }));
}

interface Row extends Bytes {
  readonly label: string | HTMLElement;
}

/** Columns of the table, except columns that are empty in all rows. */
function columnsOf(
  name: string,
  rows: readonly Row[],
  bandwidth: BandwidthReport,
  pricePerGb: number | null,
): NumbersColumn<Row>[] {
  const whole = Math.max(1, totalOf(bandwidth));
  return [
    { title: name, text: ({ label }) => label, share: (row) => totalOf(row) / whole },
    { title: 'Sent', text: ({ sentBytes }) => formatBytes(sentBytes), isNumber: true },
    ...(rows.some(({ measuredBytes }) => measuredBytes > 0)
      ? [
          {
            title: 'Measured by players',
            text: ({ measuredBytes }: Row) => formatBytes(measuredBytes),
            isNumber: true,
          },
        ]
      : []),
    ...(pricePerGb === null
      ? []
      : [
          {
            title: 'Cost',
            text: ({ sentBytes }: Row) => formatCost(costOf(sentBytes, pricePerGb)),
            isNumber: true,
          },
        ]),
  ];
}

function videoLabel(id: string, title: string | null, address: (id: string) => string): string | HTMLElement {
  if (id === NO_VIDEO) return 'No video: scripts, calls, pages of operators';
  return element('a', { href: address(id) }, nameOf({ id, title }));
}

function totalOf({ sentBytes, measuredBytes }: Bytes): number {
  return sentBytes + measuredBytes;
}
