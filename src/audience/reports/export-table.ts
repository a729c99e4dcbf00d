import { costOf, type NamedBytes } from '../../../protocol/provider/bandwidth-report.ts';
import type { ExportFormat, ExportedTable, ViewersPeriod } from '../../../protocol/provider/viewers-report.ts';

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

/** Rows of each table; all rows have the same columns. Names of columns include the unit; times are ISO 8601 in UTC. */
const TABLES: Readonly<Record<ExportedTable, (period: ViewersPeriod, pricePerGb: number | null) => Row[]>> = {
  time: ({ points }) =>
    points.map((point) => ({
      at: isoTime(point.atMs),
      views: point.views,
      attempts: point.attempts,
      failed: point.failed,
      failed_before_start: point.startFailed,
      left_early: point.leftEarly,
      watched_seconds: seconds(point.watchedMs),
      viewers_at_once: point.viewersAtOnce,
      start_up_p50_ms: point.startUpMs?.p50 ?? null,
      start_up_p90_ms: point.startUpMs?.p90 ?? null,
      start_up_p99_ms: point.startUpMs?.p99 ?? null,
      stalls: point.stalls,
      stalled_seconds: seconds(point.stalledMs),
      rebuffering_share: point.rebufferingShare,
      stalls_per_viewing_hour: point.stallsPerHour,
      dropped_frames_share: point.droppedShare,
    })),
  qualities: ({ points }) =>
    points.flatMap(({ atMs, qualityMs }) =>
      Object.entries(qualityMs).map(([quality, playedMs]) => ({
        at: isoTime(atMs),
        quality,
        watched_seconds: seconds(playedMs),
      })),
    ),
  film: ({ film }) =>
    (film?.points ?? []).map(({ second, played, repeated, skipped }) => ({ second, played, repeated, skipped })),
  errors: ({ errors }) =>
    errors.flatMap(({ code, outcome, devices }) => devices.map((device) => ({ code, outcome, ...device }))),
  hosts: ({ hosts }) => hosts.map(({ name, count }) => ({ host: name, views: count })),
  browsers: ({ browsers }) => browsers.map(({ name, count }) => ({ browser: name, views: count })),
  devices: ({ devices }) => devices.map(({ name, count }) => ({ device: name, views: count })),
  videos: ({ videos }) =>
    videos.map(({ id, title, views, watchedMs }) => ({ video: id, title, views, watched_seconds: seconds(watchedMs) })),
  'failures-videos': ({ failures: { videos } }) =>
    videos.map(({ name, title, ...counts }) => ({ video: name, title, ...counts })),
  'failures-hosts': ({ failures: { hosts } }) => hosts.map(({ name, ...counts }) => ({ host: name, ...counts })),
  'failures-browsers': ({ failures: { browsers } }) =>
    browsers.map(({ name, ...counts }) => ({ browser: name, ...counts })),
  'failures-countries': ({ failures: { countries } }) =>
    countries.map(({ name, ...counts }) => ({ country: name, ...counts })),
  bandwidth: ({ bandwidth: { days } }, price) =>
    days.map(({ atMs, ...bytes }) => ({ day: isoTime(atMs).slice(0, 10), ...bytesOf(bytes, price) })),
  'bandwidth-videos': ({ bandwidth: { videos } }, price) =>
    videos.map(({ id, title, ...bytes }) => ({ video: id, title, ...bytesOf(bytes, price) })),
  'bandwidth-hosts': ({ bandwidth: { hosts } }, price) =>
    hosts.map(({ name, ...bytes }) => ({ host: name, ...bytesOf(bytes, price) })),
  'bandwidth-kinds': ({ bandwidth: { kinds } }, price) =>
    kinds.map(({ name, ...bytes }) => ({ kind: name, ...bytesOf(bytes, price) })),
};
const BYTES = ['sent_bytes', 'measured_by_players_bytes', 'cost'] as const;
const HEADS: Readonly<Record<ExportedTable, readonly string[]>> = {
  time: [
    'at',
    'views',
    'attempts',
    'failed',
    'failed_before_start',
    'left_early',
    'watched_seconds',
    'viewers_at_once',
    'start_up_p50_ms',
    'start_up_p90_ms',
    'start_up_p99_ms',
    'stalls',
    'stalled_seconds',
    'rebuffering_share',
    'stalls_per_viewing_hour',
    'dropped_frames_share',
  ],
  qualities: ['at', 'quality', 'watched_seconds'],
  film: ['second', 'played', 'repeated', 'skipped'],
  errors: ['code', 'outcome', 'browser', 'device', 'count'],
  hosts: ['host', 'views'],
  browsers: ['browser', 'views'],
  devices: ['device', 'views'],
  videos: ['video', 'title', 'views', 'watched_seconds'],
  'failures-videos': ['video', 'title', 'attempts', 'failed'],
  'failures-hosts': ['host', 'attempts', 'failed'],
  'failures-browsers': ['browser', 'attempts', 'failed'],
  'failures-countries': ['country', 'attempts', 'failed'],
  bandwidth: ['day', ...BYTES],
  'bandwidth-videos': ['video', 'title', ...BYTES],
  'bandwidth-hosts': ['host', ...BYTES],
  'bandwidth-kinds': ['kind', ...BYTES],
};

/** A table of a period as text: CSV by RFC 4180 with a head, or one JSON object a line. */
export function exportTable(
  period: ViewersPeriod,
  table: ExportedTable,
  format: ExportFormat,
  pricePerGb: number | null = null,
): string {
  const rows = TABLES[table](period, pricePerGb);
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const head = HEADS[table];
  return [head, ...rows.map((row) => head.map((name) => row[name] ?? null))]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
}

/**
 * Escapes cells whose text comes from viewers' browsers and hosts: text that a spreadsheet would run as a formula gets a leading
 * apostrophe, which spreadsheets do not show.
 */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Bandwidth and its cost. Bytes measured by players have no cost: they come from other servers, whose price is unknown. */
function bytesOf(
  { sentBytes, measuredBytes }: Pick<NamedBytes, 'sentBytes' | 'measuredBytes'>,
  pricePerGb: number | null,
): Readonly<Record<(typeof BYTES)[number], Cell>> {
  const cost = pricePerGb === null ? null : Math.round(costOf(sentBytes, pricePerGb) * 10_000) / 10_000;
  return { sent_bytes: sentBytes, measured_by_players_bytes: measuredBytes, cost };
}

function seconds(durationMs: number): number {
  return Math.round(durationMs / 100) / 10;
}
