import type { NamedCount, NamedFailures, ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { nameOf, type ReportTable } from './report-parts.ts';
import { bandwidthTables } from './bandwidth-view.ts';
import { element } from '../plots/elements.ts';
import { formatLength, formatNumber, formatShare } from './format.ts';
import { numbersTable, type NumbersColumn } from '../plots/numbers-table.ts';

/** Tables of the report, with a bar in each row, by section of the page. */
export function tablesOf(
  report: ViewersReport,
  videoAddress: (id: string) => string,
): Readonly<Record<'failing' | 'bandwidth' | 'audience', ReportTable[]>> {
  const { video, period, compared } = report;
  const lists = [
    ['hosts', 'Embedded in', 'Sites that embedded the player, by views.', 'Host', period.hosts, compared?.hosts],
    ['browsers', 'Browsers', 'By views.', 'Browser', period.browsers, compared?.browsers],
    ['devices', 'Devices', 'By views; an iPad may call itself a Mac.', 'Device', period.devices, compared?.devices],
  ] as const;
  return {
    failing: [errorsOf(report), ...failuresOf(report, videoAddress)],
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
    empty: 'Nobody watched in this period.',
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
    note: 'The most viewed, up to 100.',
    exported: 'videos',
    table: numbersTable({
      caption: 'Videos',
      rows: videos,
      empty: 'Nobody watched in this period. Choose a longer one, or embed a video on a page.',
      columns: [
        {
          title: 'Video',
          text: (row) => linkTo(row, address),
          share: ({ views }) => views / most,
        },
        { title: 'Views', text: ({ views }) => formatNumber(views), isNumber: true },
        { title: 'Watched', text: ({ watchedMs }) => formatLength(watchedMs), isNumber: true },
      ],
    }),
  };
}

function linkTo(video: { readonly id: string; readonly title: string | null }, address: (id: string) => string) {
  return element('a', { href: address(video.id) }, nameOf(video));
}

const OUTCOMES: Readonly<Record<string, string>> = {
  shown: 'shown to the viewer',
  recovered: 'recovered',
  ended: 'ended the playback',
  open: 'unknown: the viewer left',
};

function errorsOf({ period: { errors } }: ViewersReport): ReportTable {
  const rows = errors.flatMap((error) => error.devices.map((device) => ({ ...error, ...device })));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return {
    id: 'by-error',
    title: 'Failures and errors by reason',
    note: 'By code, with the devices that had them.',
    exported: 'errors',
    table: numbersTable({
      caption: 'Failures and errors by reason',
      rows,
      empty: 'No errors in this period.',
      columns: [
        { title: 'Code', text: ({ code }) => code, share: ({ count }) => count / most },
        {
          title: 'Outcome',
          text: ({ outcome }) => OUTCOMES[outcome] ?? outcome,
        },
        { title: 'Device', text: ({ device, browser }) => `${device}, ${browser}` },
        { title: 'Times', text: ({ count }) => formatNumber(count), isNumber: true },
      ],
    }),
  };
}

/** Lists of failures. Empty lists are left out, except the first, which states that nothing failed. */
function failuresOf({ video, period }: ViewersReport, videoAddress: (id: string) => string): ReportTable[] {
  const { videos, hosts, browsers, countries } = period.failures;
  const titles = new Map(videos.map(({ name, title }) => [name, title]));
  const videoLink = (id: string): HTMLElement => linkTo({ id, title: titles.get(id) ?? null }, videoAddress);
  const lists = [
    ...(video === null
      ? [{ exported: 'failures-videos', by: 'video', name: 'Video', rows: videos, label: videoLink } as const]
      : []),
    { exported: 'failures-hosts', by: 'site', name: 'Embedded in', rows: hosts } as const,
    { exported: 'failures-browsers', by: 'browser', name: 'Browser', rows: browsers } as const,
    { exported: 'failures-countries', by: 'country', name: 'Country', rows: countries } as const,
  ];
  return lists
    .filter(({ rows }, index) => index === 0 || rows.length > 0)
    .map(({ exported, by, name, rows, ...more }): ReportTable => {
      const title = `Failures by ${by}`;
      const columns: NumbersColumn<NamedFailures>[] = [
        {
          title: name,
          text: (row) => ('label' in more ? more.label(row.name) : row.name),
          share: failedShareOf,
        },
        { title: 'Failed', text: ({ failed }) => formatNumber(failed), isNumber: true },
        { title: 'Attempts', text: ({ attempts }) => formatNumber(attempts), isNumber: true },
        { title: 'Share', text: (row) => formatShare(failedShareOf(row)), isNumber: true },
      ];
      const table = numbersTable({ caption: title, rows, columns, empty: 'No playback failed in this period.' });
      return { id: exported, title, note: 'Playbacks that failed for good, of the attempts.', exported, table };
    });
}

function failedShareOf({ attempts, failed }: NamedFailures): number {
  return Math.min(1, failed / Math.max(attempts, 1));
}
