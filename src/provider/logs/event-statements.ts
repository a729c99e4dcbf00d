import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../database/queries/dialect.ts';
import { cappedSums } from '../database/queries/capped-sums.ts';
import { FRAGMENTS, type RowOf } from '../database/queries/fragments.ts';
import { template } from '../database/queries/queries.ts';
import { EVENT_PAYLOADS } from '../../../protocol/events/events.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';

/** Rows of totals for unknown event names; all further names count as one. */
export const EVENT_TOTAL_ROWS_MAX = 1_000;

const EVENT_COLUMNS = {
  id: 'text',
  session_id: 'text',
  event_index: 'bigint',
  name: 'text',
  tier: 'bigint',
  sequence_id: 'text',
  sequence_index: 'bigint',
  event_time_ms: 'bigint',
  payload: 'text',
  payload_known: 'bigint',
} as const;

const HELD_EVENT_COLUMNS = { ...EVENT_COLUMNS, holder: 'bigint' } as const;

const SESSION_COLUMNS = {
  session_id: 'text',
  received: 'bigint',
  lowest: 'bigint',
  highest: 'bigint',
  is_page: 'bigint',
  holder: 'bigint',
} as const;
const DROP_COLUMNS = { reason: 'text', count: 'bigint' } as const;

/** An event in the form that the statements accept. */
export type EventRow = RowOf<typeof EVENT_COLUMNS>;
type HeldEventRow = RowOf<typeof HELD_EVENT_COLUMNS>;
/** The events of one session in a batch. */
export type SessionRow = RowOf<typeof SESSION_COLUMNS>;

const KNOWN_NAMES = JSON.stringify(Object.keys(EVENT_PAYLOADS));
const KNOWN_TIERS = sql.join(Object.values(EVENT_TIER).map((tier) => sql.lit(tier)));

export type EventStatements = ReturnType<typeof eventStatements>;

/**
 * The statements that store one batch, in the order in which they run. Each takes all events at once, as JSON: a
 * statement for each event would cost most of the time of a transaction.
 */
export function eventStatements(dialect: Dialect) {
  const { least, greatest, thisBatch, addedEvents, given, rowsJson, textsOf } = FRAGMENTS[dialect];
  const plus = cappedSums(dialect);

  const addEvents = <Columns extends typeof EVENT_COLUMNS>(
    argument: (name: 'endpoint' | 'now' | 'rows') => unknown,
    columns: Columns,
    holder: RawBuilder<unknown>,
  ) => sql`
    INSERT INTO events (batch_id, endpoint, received_at_ms, client_event_id, session_id, event_index, name, tier,
      sequence_id, sequence_index, event_time_ms, payload, payload_known, holder)
    SELECT ${thisBatch}, cast(${argument('endpoint')} AS text), cast(${argument('now')} AS bigint), id, session_id,
      event_index, name, tier, sequence_id, sequence_index, event_time_ms, payload, payload_known, ${holder}
    FROM ${given(argument('rows'), columns)} WHERE true
    ON CONFLICT (client_event_id) DO NOTHING`;

  return {
    /** Rows in the form that the statements accept. */
    json: {
      events: (rows: readonly EventRow[]): string => rowsJson(rows, EVENT_COLUMNS),
      heldEvents: (rows: readonly HeldEventRow[]): string => rowsJson(rows, HELD_EVENT_COLUMNS),
      sessions: (rows: readonly SessionRow[]): string => rowsJson(rows, SESSION_COLUMNS),
      drops: (rows: readonly RowOf<typeof DROP_COLUMNS>[]): string => rowsJson(rows, DROP_COLUMNS),
    },

    addBatch: template<
      | 'now'
      | 'endpoint'
      | 'clientName'
      | 'clientVersion'
      | 'encoding'
      | 'wireBytes'
      | 'rawBytes'
      | 'skewMs'
      | 'retryCount'
      | 'events'
      | 'holder'
    >(
      dialect,
      (argument) => sql`
        INSERT INTO batches (received_at_ms, endpoint, client_name, client_version, encoding, wire_bytes, raw_bytes,
          clock_skew_ms, retry_count, events, holder)
        VALUES (${argument('now')}, ${argument('endpoint')}, ${argument('clientName')}, ${argument('clientVersion')},
          ${argument('encoding')}, ${argument('wireBytes')}, ${argument('rawBytes')}, ${argument('skewMs')},
          ${argument('retryCount')}, ${argument('events')}, ${argument('holder')})`,
    ),

    /** Adds events of one session, as in most batches: reading a holder with each event would cost more. */
    addEvents: template<'endpoint' | 'now' | 'rows' | 'holder'>(dialect, (argument) =>
      addEvents(argument, EVENT_COLUMNS, sql`cast(${argument('holder')} AS bigint)`),
    ),

    addEventsOfSessions: template<'endpoint' | 'now' | 'rows'>(dialect, (argument) =>
      addEvents(argument, HELD_EVENT_COLUMNS, sql`given.holder`),
    ),

    countAdded: template<never>(
      dialect,
      () =>
        sql`UPDATE batches SET accepted = ${addedEvents}, repeated = events - ${addedEvents} WHERE id = ${thisBatch}`,
    ),

    /**
     * Clients can send any name, and any number as its tier. Unknown names have separate rows up to a limit, and count
     * as one name after that; the events keep their names.
     */
    countByName: template<never>(
      dialect,
      () => sql`
        INSERT INTO event_totals (endpoint, name, tier, count, unknown_payloads)
        SELECT endpoint, CASE WHEN has_row THEN name ELSE 'other' END, CASE WHEN has_row THEN tier ELSE 0 END,
          sum(count), sum(unknown) FROM (
            SELECT endpoint, name, tier, count(*) AS count, sum(1 - payload_known) AS unknown,
              (name IN ${textsOf(KNOWN_NAMES)} AND tier IN (${KNOWN_TIERS}))
                OR EXISTS (SELECT 1 FROM event_totals AS kept
                  WHERE kept.endpoint = events.endpoint AND kept.name = events.name AND kept.tier = events.tier)
                OR (SELECT count(*) FROM event_totals) < ${sql.lit(EVENT_TOTAL_ROWS_MAX)} AS has_row
            FROM events WHERE batch_id = ${thisBatch} GROUP BY endpoint, name, tier
          ) AS counted
        WHERE true GROUP BY 1, 2, 3
        ON CONFLICT (endpoint, name, tier) DO UPDATE SET ${plus('event_totals', 'count', 'unknown_payloads')}`,
    ),

    countBySession: template<'now' | 'clientVersion' | 'rows'>(
      dialect,
      (argument) => sql`
        INSERT INTO sessions (first_seen_ms, last_seen_ms, client_version, session_id, events, repeats, batches,
          lowest_index, highest_index, is_page, holder)
        SELECT cast(${argument('now')} AS bigint), cast(${argument('now')} AS bigint),
          cast(${argument('clientVersion')} AS text), session_id, added, received - added, 1, lowest, highest, is_page,
          holder
        FROM (
          SELECT given.*, (SELECT count(*) FROM events
              WHERE events.batch_id = ${thisBatch} AND events.session_id = given.session_id) AS added
          FROM ${given(argument('rows'), SESSION_COLUMNS)}
        ) AS counted
        WHERE true
        ON CONFLICT (session_id) DO UPDATE SET last_seen_ms = excluded.last_seen_ms,
          ${plus('sessions', 'events', 'repeats', 'batches')},
          lowest_index = ${least}(sessions.lowest_index, excluded.lowest_index),
          highest_index = ${greatest}(sessions.highest_index, excluded.highest_index),
          is_page = ${greatest}(sessions.is_page, excluded.is_page)`,
    ),

    countByEndpoint: template<never>(
      dialect,
      () => sql`
        INSERT INTO log_totals (endpoint, batches, events, accepted, repeated, retried, wire_bytes, raw_bytes)
        SELECT endpoint, 1, events, accepted, repeated, CASE WHEN retry_count > 0 THEN 1 ELSE 0 END, wire_bytes, raw_bytes
        FROM batches WHERE id = ${thisBatch}
        ON CONFLICT (endpoint) DO UPDATE SET
          ${plus('log_totals', 'batches', 'events', 'accepted', 'repeated', 'retried', 'wire_bytes', 'raw_bytes')}`,
    ),

    /** A retried request repeats its drops, so only a request with new events counts. */
    countDrops: template<'drops'>(
      dialect,
      (argument) => sql`
        INSERT INTO client_drops (reason, count)
        SELECT reason, sum(count) FROM ${given(argument('drops'), DROP_COLUMNS)}
        WHERE (SELECT accepted FROM batches WHERE id = ${thisBatch}) > 0 GROUP BY reason
        ON CONFLICT (reason) DO UPDATE SET ${plus('client_drops', 'count')}`,
    ),

    /** Clients may send old events again, so an event may count more than once. */
    countTooOld: template<'count'>(
      dialect,
      (argument) => sql`
        INSERT INTO client_drops (reason, count)
        VALUES ('expired', ${argument('count')})
        ON CONFLICT (reason) DO UPDATE SET ${plus('client_drops', 'count')}`,
    ),
  };
}
