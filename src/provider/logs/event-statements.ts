import { sql } from 'kysely';
import type { Dialect } from '../database/queries/dialect.ts';
import { cappedSums } from '../database/queries/capped-sums.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { template } from '../database/queries/queries.ts';
import { EVENT_PAYLOADS, EVENT_TIER } from '../../../protocol/infrastructure/events.ts';

/** Rows of totals for unknown event names; all further ones count as one name. */
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
  is_page: 'bigint',
  payload_known: 'bigint',
} as const;

const SESSION_COLUMNS = { session_id: 'text', event_index: 'bigint', is_page: 'bigint' } as const;

/** An event as JSON gives it to the statements. */
export type EventRow = {
  readonly [Name in keyof typeof EVENT_COLUMNS]: (typeof EVENT_COLUMNS)[Name] extends 'text' ? string : number;
};

const KNOWN_NAMES = JSON.stringify(Object.keys(EVENT_PAYLOADS));
const KNOWN_TIERS = sql.join(Object.values(EVENT_TIER).map((tier) => sql.lit(tier)));

export type EventStatements = ReturnType<typeof eventStatements>;

/**
 * The statements that store one batch, in the order in which they run. Each takes all events at once, as JSON: a
 * statement for each event would cost most of the time of a transaction.
 */
export function eventStatements(dialect: Dialect) {
  const { least, greatest, thisBatch, addedEvents, given, textsOf } = FRAGMENTS[dialect];
  const plus = cappedSums(dialect);

  return {
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
    >(
      dialect,
      (argument) => sql`
        INSERT INTO batches (received_at_ms, endpoint, client_name, client_version, encoding, wire_bytes, raw_bytes,
          clock_skew_ms, retry_count, events)
        VALUES (${argument('now')}, ${argument('endpoint')}, ${argument('clientName')}, ${argument('clientVersion')},
          ${argument('encoding')}, ${argument('wireBytes')}, ${argument('rawBytes')}, ${argument('skewMs')},
          ${argument('retryCount')}, ${argument('events')})`,
    ),

    addEvents: template<'endpoint' | 'now' | 'rows'>(
      dialect,
      (argument) => sql`
        INSERT INTO events (batch_id, endpoint, received_at_ms, client_event_id, session_id, event_index, name, tier,
          sequence_id, sequence_index, event_time_ms, payload, payload_known)
        SELECT ${thisBatch}, cast(${argument('endpoint')} AS text), cast(${argument('now')} AS bigint), id, session_id,
          event_index, name, tier, sequence_id, sequence_index, event_time_ms, payload, payload_known
        FROM ${given(argument('rows'), EVENT_COLUMNS)} WHERE true
        ON CONFLICT (client_event_id) DO NOTHING`,
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
          lowest_index, highest_index, is_page)
        SELECT cast(${argument('now')} AS bigint), cast(${argument('now')} AS bigint),
          cast(${argument('clientVersion')} AS text), session_id, added, received - added, 1, lowest, highest, is_page
        FROM (
          SELECT session_id, count(*) AS received, min(event_index) AS lowest, max(event_index) AS highest,
            max(is_page) AS is_page,
            (SELECT count(*) FROM events
              WHERE events.batch_id = ${thisBatch} AND events.session_id = given.session_id) AS added
          FROM ${given(argument('rows'), SESSION_COLUMNS)} GROUP BY session_id
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

    /** A retried request repeats its drops, so only one with new events counts. */
    countDrops: template<'drops'>(
      dialect,
      (argument) => sql`
        INSERT INTO client_drops (reason, count)
        SELECT reason, sum(count) FROM ${given(argument('drops'), { reason: 'text', count: 'bigint' })}
        WHERE (SELECT accepted FROM batches WHERE id = ${thisBatch}) > 0 GROUP BY reason
        ON CONFLICT (reason) DO UPDATE SET ${plus('client_drops', 'count')}`,
    ),

    /** Clients may retry them, so this may count one more than once. */
    countTooOld: template<'count'>(
      dialect,
      (argument) => sql`
        INSERT INTO client_drops (reason, count)
        SELECT 'expired', cast(${argument('count')} AS bigint) WHERE cast(${argument('count')} AS bigint) > 0
        ON CONFLICT (reason) DO UPDATE SET ${plus('client_drops', 'count')}`,
    ),
  };
}
