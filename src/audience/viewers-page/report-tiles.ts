import type { ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { element } from '../plots/elements.ts';
import { bandwidthTile } from './bandwidth-view.ts';
import type { Tile } from './report-parts.ts';
import { formatChange, formatLength, formatMs, formatNumber, formatShare } from './format.ts';

/** Tiles in the order of the operator's questions, since a phone shows four at once. Names are from CTA-2066 where it has them. */
export function tilesOf(report: ViewersReport): HTMLElement {
  const list = element('dl', { className: 'tiles', ariaLabel: 'In all' });
  const [failures, ...quality] = qualityTiles(report);
  for (const { label, value, note, change, to } of [failures, bandwidthTile(report), ...quality, ...viewTiles(report)])
    list.append(
      element(
        'div',
        {},
        element('dt', {}, element('a', { href: `#${to}` }, label)),
        element('dd', {}, value),
        element('dd', {}, change === '' ? note : `${change} compared; ${note}`),
      ),
    );
  return list;
}

function qualityTiles({ period: { totals, errors }, compared }: ViewersReport): readonly [failures: Tile, ...Tile[]] {
  const before = compared?.totals;
  const { startUpMs: startUp } = totals;
  const reason = errors.find(({ outcome }) => outcome === 'shown')?.code;
  return [
    {
      label: 'Playback failures',
      value: formatShare(totals.failedShare),
      note: `${formatNumber(totals.failed)} of ${formatNumber(totals.attempts)} attempts, ${formatNumber(totals.startFailed)} before the start${reason === undefined ? '' : `; most often ${reason}`}`,
      change: formatChange(totals.failedShare, before?.failedShare ?? null),
      to: 'failing',
    },
    {
      label: 'Exits before video start',
      value: formatShare(totals.leftEarlyShare),
      note: `${formatNumber(totals.leftEarly)} left before the first frame`,
      change: formatChange(totals.leftEarlyShare, before?.leftEarlyShare ?? null),
      to: 'failing',
    },
    {
      label: 'Startup time',
      value: formatMs(startUp?.p50 ?? null),
      note: startUp === null ? 'none yet' : `p90 ${formatMs(startUp.p90)}, p99 ${formatMs(startUp.p99)}`,
      change: formatChange(startUp?.p50 ?? null, before?.startUpMs?.p50 ?? null),
      to: 'failing',
    },
    {
      label: 'Rebuffering',
      value: formatShare(totals.rebufferingShare),
      note: `${formatNumber(totals.stallsPerHour)} stalls a viewing hour; ${formatLength(totals.stalledMs)} in all`,
      change: formatChange(totals.rebufferingShare, before?.rebufferingShare ?? null),
      to: 'failing',
    },
  ];
}

function viewTiles({ period: { totals }, compared }: ViewersReport): Tile[] {
  const before = compared?.totals;
  return [
    {
      label: 'Views',
      value: formatNumber(totals.views),
      note: 'videos that began',
      change: formatChange(totals.views, before?.views ?? null),
      to: 'audience',
    },
    {
      label: 'Watched',
      value: formatLength(totals.watchedMs),
      note: totals.views === 0 ? 'none yet' : `${formatLength(totals.watchedMs / totals.views)} a view`,
      change: formatChange(totals.watchedMs, before?.watchedMs ?? null),
      to: 'audience',
    },
    {
      label: 'At once',
      // The estimate from watched time is rounded up: a fraction of a viewer is a viewer.
      value: formatNumber(Math.ceil(totals.viewersAtOnce)),
      note: 'viewers at most, by five minutes',
      change: formatChange(totals.viewersAtOnce, before?.viewersAtOnce ?? null),
      to: 'audience',
    },
  ];
}
