import type { LimitName } from '../settings/limits.ts';
import type { BudgetName } from './budgets.ts';

/** Until when a row is kept. */
export type AgeRule =
  /** Rows whose time in `column` is older than the limit, in days. */
  | { readonly column: string; readonly days: LimitName & `${string}Days` }
  /** Rows whose time in `column` has passed. */
  | { readonly column: string; readonly days: 0 }
  /** Rows of visitors who came on one day only, as many days ago as the limit. */
  | { readonly visitors: 'visitorRetentionDays' };

/** A table to which strangers add rows: each has a holder, and is counted by a budget. */
interface HeldTable {
  readonly budget: BudgetName;
  readonly ages: readonly AgeRule[];
  /** Column of the session or viewer, if holders are sessions or viewers; else rows are found by their holder. */
  readonly member?: 'session_id' | 'viewer';
  /** Column in whose order rows of one holder are shed. */
  readonly oldest: string;
}

/** A table that is bounded by its possible content; states the reason. */
interface BoundedTable {
  readonly bounded: string;
  readonly ages?: readonly AgeRule[];
}

const KEPT_BY_VIEWERS = (column: string): readonly AgeRule[] => [
  { column, days: 'viewerRetentionDays' },
  { visitors: 'visitorRetentionDays' },
];

/**
 * Every table of the database, as a test checks. Tables of one budget are shed and swept in this order, so that the row with
 * the last-seen time of a session or viewer is deleted last.
 */
export const TABLES: Readonly<Record<string, HeldTable | BoundedTable>> = {
  events: {
    budget: 'log',
    ages: [{ column: 'received_at_ms', days: 'eventRetentionDays' }],
    member: 'session_id',
    oldest: 'id',
  },
  sessions: {
    budget: 'log',
    ages: [{ column: 'last_seen_ms', days: 'eventRetentionDays' }],
    member: 'session_id',
    oldest: 'last_seen_ms',
  },
  batches: { budget: 'posts', ages: [{ column: 'received_at_ms', days: 'eventRetentionDays' }], oldest: 'id' },
  audience_facts: { budget: 'audience', ages: [{ column: 'at_ms', days: 'audienceRetentionDays' }], oldest: 'at_ms' },
  audience_seconds: {
    budget: 'audience',
    ages: [{ column: 'day_ms', days: 'audienceRetentionDays' }],
    oldest: 'day_ms',
  },
  subscriptions: {
    budget: 'viewers',
    ages: KEPT_BY_VIEWERS('changed_at_ms'),
    member: 'viewer',
    oldest: 'changed_at_ms',
  },
  channel_preferences: {
    budget: 'viewers',
    ages: KEPT_BY_VIEWERS('changed_at_ms'),
    member: 'viewer',
    oldest: 'changed_at_ms',
  },
  feedback: { budget: 'viewers', ages: KEPT_BY_VIEWERS('received_at_ms'), member: 'viewer', oldest: 'id' },
  playlist_items: { budget: 'viewers', ages: KEPT_BY_VIEWERS('added_at_ms'), member: 'viewer', oldest: 'added_at_ms' },
  viewers: { budget: 'viewers', ages: KEPT_BY_VIEWERS('last_seen_ms'), member: 'viewer', oldest: 'last_seen_ms' },
  error_reports: {
    budget: 'errors',
    ages: [{ column: 'received_at_ms', days: 'errorRetentionDays' }],
    oldest: 'id',
  },
  viewing_sessions: {
    budget: 'viewings',
    ages: [{ column: 'last_beat_ms', days: 'eventRetentionDays' }],
    oldest: 'last_beat_ms',
  },
  bot_answers: { budget: 'proofs', ages: [{ column: 'expires_at_ms', days: 0 }], oldest: 'expires_at_ms' },
  set_aside_reports: {
    bounded: 'one row for each video and reason that the operator has set aside',
    ages: [{ column: 'set_aside_at_ms', days: 'viewerRetentionDays' }],
  },
  ended_operator_sessions: {
    bounded: 'one row for each sign-out of the operator',
    ages: [{ column: 'expires_at_ms', days: 0 }],
  },
  named_holders: { bounded: 'as holder_changes' },
  holder_changes: { bounded: 'what has changed since holders were counted last, some seconds before' },
  holders: { bounded: 'as many as rows are held, which pay for them; empty ones go' },
  event_totals: { bounded: 'one row for each name of an event, a thousand of them unknown ones' },
  log_totals: { bounded: 'one row for each endpoint' },
  client_drops: { bounded: 'one row for each reason' },
  secrets: { bounded: 'the signing key, and the key of the day for senders' },
  schema_versions: { bounded: 'one row for each migration' },
};

/** Tables of a budget, in the order in which they are shed. */
export function tablesOf(budget: BudgetName): (Pick<HeldTable, 'member' | 'oldest'> & { readonly name: string })[] {
  return Object.entries(TABLES).flatMap(([name, table]) =>
    'budget' in table && table.budget === budget ? [{ name, ...table }] : [],
  );
}
