import type { ExportedTable, NamedCount, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { bandwidthTables } from './bandwidth-view.ts';
import { element } from '../plots/elements.ts';
import { formatLength, formatNumber } from './format.ts';
import { numbersTable } from '../plots/numbers-table.ts';

export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly exported: ExportedTable;
  readonly table: HTMLElement;
}

/** Tables of lists, with a bar in each row, by the part of the page. */
export function tablesOf(
  report: ViewersReport,
  videoAddress: (id: string) => string,
): Readonly<Record<'failing' | 'bandwidth' | 'audience', ReportTable[]>> {
  const { video, period, compared } = report;
  const lists = [
    ['hosts', 'Embedded in', 'Hosts whose pages showed the player, by views.', 'Host', period.hosts, compared?.hosts],
    ['browsers', 'Browsers', 'By views.', 'Browser', period.browsers, compared?.browsers],
    ['devices', 'Devices', 'By views; an iPad may call itself a Mac.', 'Device', period.devices, compared?.devices],
  ] as const;
  return {
    failing: [errorsOf(report)],
    bandwidth: bandwidthTables(report, videoAddress),
    audience: [
      ...(video === null ? [videosOf(report, videoAddress)] : []),
      ...lists.map(([exported, title, note, name, counts, before]): ReportTable => ({
        id: exported,
        title,
        note,
        exported,
        table: countsOf(title, name, counts, before),
      })),
    ],
  };
}

function countsOf(
  caption: string,
  name: string,
  counts: readonly NamedCount[],
  before?: readonly NamedCount[],
): HTMLElement {
  const total = Math.max(
    1,
    counts.reduce((sum, { count }) => sum + count, 0),
  );
  const earlier = new Map(before?.map((one) => [one.name, one.count]));
  return numbersTable({
    caption,
    rows: counts,
    empty: 'Nobody watched in this time.',
    columns: [
      { title: name, text: (row) => row.name, share: ({ count }) => count / total },
      { title: 'Views', text: ({ count }) => formatNumber(count), isNumber: true },
      ...(before === undefined
        ? []
        : [{ title: 'Compared', text: (row: NamedCount) => formatNumber(earlier.get(row.name) ?? 0), isNumber: true }]),
    ],
  });
}

function videosOf({ period: { videos } }: ViewersReport, address: (id: string) => string): ReportTable {
  const most = Math.max(1, ...videos.map(({ views }) => views));
  return {
    id: 'by-video',
    title: 'Videos',
    note: 'The most viewed ones, a hundred at most.',
    exported: 'videos',
    table: numbersTable({
      caption: 'Videos',
      rows: videos,
      empty: 'Nobody watched in this time. Choose a longer one, or embed a video on a page.',
      columns: [
        {
          title: 'Video',
          text: ({ id, title }) => element('a', { href: address(id) }, title ?? `${id} (not in the catalog)`),
          share: ({ views }) => views / most,
        },
        { title: 'Views', text: ({ views }) => formatNumber(views), isNumber: true },
        { title: 'Watched', text: ({ watchedMs }) => formatLength(watchedMs), isNumber: true },
      ],
    }),
  };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  shown: 'shown to the viewer',
  recovered: 'went on by itself',
  ended: 'ended the playback',
};

function errorsOf({ period: { errors } }: ViewersReport): ReportTable {
  const rows = errors.flatMap((error) => error.devices.map((device) => ({ ...error, ...device })));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return {
    id: 'by-error',
    title: 'Errors',
    note: 'By code, with the devices that had them.',
    exported: 'errors',
    table: numbersTable({
      caption: 'Errors',
      rows,
      empty: 'No errors in this time.',
      columns: [
        { title: 'Code', text: ({ code }) => code, share: ({ count }) => count / most },
        {
          title: 'What became of it',
          text: ({ outcome }) => OUTCOMES[outcome] ?? outcome,
        },
        { title: 'Device', text: ({ device, browser }) => `${device}, ${browser}` },
        { title: 'Times', text: ({ count }) => formatNumber(count), isNumber: true },
      ],
    }),
  };
}
