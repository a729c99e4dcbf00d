import type { LimitName } from '../settings/limits.ts';

/** Past these, the oldest error reports and batches are deleted first. */
export const ERROR_REPORTS_MAX = 10_000;
const BATCH_ROWS_MAX = 100_000;
/** Of each table of the audience: half a gigabyte, years of a few videos and months of thousands. */
const AUDIENCE_ROWS_MAX = 5_000_000;

/** How long a table keeps its rows. */
export type RetentionRule =
  /** Rows whose time in `column` is older than the limit, in days. */
  | { readonly column: string; readonly days: LimitName & `${string}Days` }
  /** Rows whose time in `column` has passed. */
  | { readonly column: string; readonly days: 0 }
  /** All but this many of the newest rows, by `id`. */
  | { readonly rowsMax: number }
  /** All but about this many rows, those with the latest times in `column`. */
  | { readonly column: string; readonly newestRows: number }
  /** Bounded by its possible content; states the reason. */
  | { readonly bounded: string };

/** One entry for each table and kind of bound; a test compares the tables with those of the database. */
export const RETENTION: Readonly<Record<string, readonly RetentionRule[]>> = {
  events: [{ column: 'received_at_ms', days: 'eventRetentionDays' }],
  sessions: [{ column: 'last_seen_ms', days: 'eventRetentionDays' }],
  batches: [{ column: 'received_at_ms', days: 'eventRetentionDays' }, { rowsMax: BATCH_ROWS_MAX }],
  error_reports: [{ column: 'received_at_ms', days: 'errorRetentionDays' }, { rowsMax: ERROR_REPORTS_MAX }],
  subscriptions: [{ column: 'changed_at_ms', days: 'viewerRetentionDays' }],
  channel_preferences: [{ column: 'changed_at_ms', days: 'viewerRetentionDays' }],
  feedback: [{ column: 'received_at_ms', days: 'viewerRetentionDays' }],
  playlist_items: [{ column: 'added_at_ms', days: 'viewerRetentionDays' }],
  bot_answers: [{ column: 'expires_at_ms', days: 0 }],
  ended_operator_sessions: [{ column: 'expires_at_ms', days: 0 }],
  viewing_sessions: [{ column: 'last_beat_ms', days: 'eventRetentionDays' }],
  audience_facts: [
    { column: 'at_ms', days: 'audienceRetentionDays' },
    { column: 'at_ms', newestRows: AUDIENCE_ROWS_MAX },
  ],
  audience_seconds: [
    { column: 'day_ms', days: 'audienceRetentionDays' },
    { column: 'day_ms', newestRows: AUDIENCE_ROWS_MAX },
  ],
  event_totals: [{ bounded: 'one row for each name of an event' }],
  log_totals: [{ bounded: 'one row for each endpoint' }],
  client_drops: [{ bounded: 'one row for each reason' }],
  secrets: [{ bounded: 'one row' }],
  schema_versions: [{ bounded: 'one row for each migration' }],
};
