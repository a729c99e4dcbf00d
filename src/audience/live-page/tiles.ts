import type { ObservationSummary } from '../../../protocol/provider/observation.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import { formatNumber, formatRatio, formatShare } from './format.ts';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** Whether the value needs attention. */
  readonly alarm?: boolean;
}

function tilesOf(summary: ObservationSummary): Tile[] {
  const sum = (pick: (log: ObservationSummary['logs'][number]) => number): number =>
    summary.logs.reduce((total, log) => total + pick(log), 0);
  const drops = summary.clientDrops.reduce((total, { count }) => total + count, 0);
  const failed = summary.requests.filter(({ status }) => status >= 400).reduce((total, { count }) => total + count, 0);
  const refusedBy = (isRoutine: boolean): number =>
    summary.refusals.reduce((total, limit) => total + (limit.isRoutine === isRoutine ? limit.count : 0), 0);
  const batches = sum((log) => log.batches);
  const retried = sum((log) => log.retried);
  const accepted = sum((log) => log.accepted);
  const { usedBytes, maxBytes, retentionDays, budgets } = summary.storage;
  const room = `of ${formatBytes(maxBytes)}`;
  const onNode = summary.node === null ? '' : ` on ${summary.node}`;
  const shedRows = budgets.reduce((total, budget) => total + budget.shedRows, 0);
  return [
    {
      label: 'Sessions',
      value: formatNumber(summary.sessions.total),
      note: `${formatNumber(summary.sessions.active)} in the last minute`,
    },
    {
      label: 'Events stored',
      value: formatNumber(accepted),
      note: `${counted(
        sum((log) => log.repeated),
        'repeat',
        formatNumber,
      )} left out`,
    },
    {
      label: 'Events dropped',
      value: formatNumber(drops),
      note: 'as players claim, unchecked',
      alarm: drops > 0,
    },
    {
      label: 'Batches',
      value: formatNumber(batches),
      note: batches === 0 ? 'none yet' : `${(sum((log) => log.events) / batches).toFixed(1)} events each`,
    },
    {
      label: 'Retries',
      value: formatNumber(retried),
      note: batches === 0 ? 'none yet' : `${formatShare(retried, batches)} of the batches`,
    },
    {
      label: 'Compression',
      value: formatRatio(
        sum((log) => log.rawBytes),
        sum((log) => log.wireBytes),
      ),
      note: `${formatBytes(sum((log) => log.wireBytes))} received`,
    },
    {
      label: 'Reported errors',
      value: formatNumber(summary.errorReports),
      note: `${counted(failed, 'response', formatNumber)} with a status from 400${onNode}`,
      alarm: summary.errorReports > 0,
    },
    {
      label: 'Refused by limits',
      value: formatNumber(refusedBy(false)),
      note: `${counted(refusedBy(true), 'idle connection', formatNumber)} closed${onNode && `; both${onNode}`}`,
    },
    {
      label: 'Database',
      value: formatBytes(usedBytes),
      note:
        shedRows === 0
          ? `${room}; events are kept for ${retentionDays} days`
          : `${room}; ${counted(shedRows, 'row', formatNumber)} shed${onNode}`,
      alarm: usedBytes > maxBytes || shedRows > 0,
    },
  ];
}

/** Replaces only texts, so that a screen reader keeps its position. */
export function showTiles(list: HTMLElement, summary: ObservationSummary): void {
  for (const [index, { label, value, note, alarm = false }] of tilesOf(summary).entries()) {
    const tile = list.children[index] ?? list.appendChild(createTile());
    tile.classList.toggle('alarm', alarm);
    for (const [position, text] of [label, value, note].entries()) {
      const part = tile.children[position];
      if (part !== undefined && part.textContent !== text) part.textContent = text;
    }
  }
}

function createTile(): HTMLElement {
  const tile = document.createElement('div');
  tile.append(...['dt', 'dd', 'dd'].map((name) => document.createElement(name)));
  return tile;
}
