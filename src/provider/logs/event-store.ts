import type { Database, Statement } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  EVENT_PAYLOADS,
  EVENT_PAYLOAD_MAX_CHARACTERS,
  EVENT_TIER,
  WORKER_EVENTS,
  type WireEvent,
} from '../../../protocol/infrastructure/events.ts';
import type { LogRequest } from '../../../protocol/provider/logging.ts';
import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';

/** Rows of totals for unknown event names; all further ones count as one name. */
export const EVENT_TOTAL_ROWS_MAX = 1_000;
/** An event that seems older was logged by a wrong clock: browsers store nothing for longer. */
export const EVENT_PLAUSIBLE_AGE_MAX_MS = 34_560_000_000;

export interface ReceivedBatch {
  readonly endpoint: LogEndpoint;
  readonly request: LogRequest;
  readonly encoding: 'gzip' | 'identity';
  readonly wireBytes: number;
  readonly rawBytes: number;
  /** How many earlier attempts the client made. */
  readonly retryCount: number;
  /** Wall time of sending by the client's clock, from body or header. */
  readonly sentAtMs: number | undefined;
}

export interface StoredCount {
  readonly accepted: number;
  readonly repeated: number;
}

const THIS_BATCH = '(SELECT max(id) FROM batches)';
/** Totals are capped: a number that JavaScript cannot represent would fail every later read. */
const plus = (column: string): string => `${column} = min(${column} + excluded.${column}, ${Number.MAX_SAFE_INTEGER})`;
const KNOWN_NAMES = JSON.stringify(Object.keys(EVENT_PAYLOADS));
const KNOWN_TIERS = Object.values(EVENT_TIER).join(', ');

/**
 * Stores every event once, by its client event id (L6): a client that does not know whether its request arrived sends
 * it again, and the duplicate is counted and dropped here.
 */
export class EventStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #retentionMs: number;

  constructor(database: Database, clock: Clock, { eventRetentionDays }: Pick<Limits, 'eventRetentionDays'>) {
    this.#database = database;
    this.#clock = clock;
    this.#retentionMs = eventRetentionDays * DAY_MS;
  }

  /** All batches of one body are stored, or none: a response cannot express half a success. */
  async add(batches: readonly ReceivedBatch[]): Promise<StoredCount> {
    const nowMs = this.#clock.now();
    const statements = batches.map((batch) => batchStatements(batch, nowMs, this.#retentionMs));
    const results = await this.#database.batch(statements.flat(), 'write');
    let accepted = 0;
    for (const [index] of batches.entries()) accepted += results[index * STATEMENTS_PER_BATCH + 1]?.rowsAffected ?? 0;
    const received = batches.reduce((sum, batch) => sum + batch.request.events.length, 0);
    return { accepted, repeated: received - accepted };
  }
}

const STATEMENTS_PER_BATCH = 8;

function batchStatements(batch: ReceivedBatch, nowMs: number, retentionMs: number): Statement[] {
  const { request, endpoint } = batch;
  const { clientName, clientVersion } = request.context.client;
  const skewMs = batch.sentAtMs === undefined ? 0 : wholeMs(nowMs - batch.sentAtMs, 0);
  const all = request.events.map((event) => row(event, nowMs, skewMs));
  /** The age of an event is known only if the client sends its time. */
  const young = batch.sentAtMs === undefined ? all : all.filter(({ time }) => !isTooOld(nowMs - time, retentionMs));
  const rows = JSON.stringify(young);
  const drops = JSON.stringify(request.dropped ?? []);
  const sizes = [batch.wireBytes, batch.rawBytes];
  return [
    {
      sql: `INSERT INTO batches (received_at_ms, endpoint, client_name, client_version, encoding, wire_bytes,
              raw_bytes, clock_skew_ms, retry_count, events) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        ...[nowMs, endpoint, clientName, clientVersion, batch.encoding, ...sizes, skewMs, batch.retryCount],
        request.events.length,
      ],
    },
    { sql: INSERT_EVENTS, args: [endpoint, nowMs, rows] },
    `UPDATE batches SET accepted = changes(), repeated = events - changes() WHERE id = ${THIS_BATCH}`,
    { sql: COUNT_BY_NAME, args: [KNOWN_NAMES, EVENT_TOTAL_ROWS_MAX] },
    { sql: COUNT_BY_SESSION, args: [nowMs, nowMs, clientVersion, rows] },
    COUNT_BY_ENDPOINT,
    { sql: COUNT_DROPS, args: [drops] },
    { sql: COUNT_TOO_OLD, args: [all.length - young.length] },
  ];
}

/**
 * Rejects an event whose id this table would have forgotten by now, so that a duplicate could not be detected. Clients
 * drop such events themselves (S6), a little earlier. One that is older than a browser keeps anything was logged with a
 * wrong clock, common before the first time synchronisation.
 */
function isTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs && ageMs <= EVENT_PLAUSIBLE_AGE_MAX_MS;
}

interface EventRow {
  readonly [column: string]: string | number;
  readonly time: number;
}

/** A row for the statements below. The event's time is corrected by the skew of the client's clock. */
function row(event: WireEvent, nowMs: number, skewMs: number): EventRow {
  const [sessionId = '', index = '0'] = event.clientEventId.split('.');
  const schema = Object.hasOwn(EVENT_PAYLOADS, event.name)
    ? EVENT_PAYLOADS[event.name as keyof typeof EVENT_PAYLOADS]
    : undefined;
  const payload = JSON.stringify(event.payload);
  const isKept = payload.length <= EVENT_PAYLOAD_MAX_CHARACTERS;
  return {
    id: event.clientEventId,
    session: sessionId,
    index: Number(index),
    name: event.name,
    tier: event.tier,
    sequenceId: event.sequence.id,
    sequenceIndex: event.sequence.index,
    time: wholeMs(event.eventTimeMs + skewMs, nowMs),
    /** A payload that is too long is dropped: the event still counts. */
    payload: isKept ? payload : '{}',
    isPage: (WORKER_EVENTS as readonly string[]).includes(event.name) ? 0 : 1,
    known: isKept && schema?.safeParse(event.payload).success === true ? 1 : 0,
  };
}

/** An absurd clock must not cost the event: the column holds whole milliseconds. */
function wholeMs(time: number, otherwise: number): number {
  const whole = Math.round(time);
  return Number.isSafeInteger(whole) ? whole : otherwise;
}

const INSERT_EVENTS = `
  INSERT INTO events (batch_id, endpoint, received_at_ms, client_event_id, session_id, event_index, name, tier,
    sequence_id, sequence_index, event_time_ms, payload, payload_known)
  SELECT ${THIS_BATCH}, ?, ?, value ->> 'id', value ->> 'session', value ->> 'index', value ->> 'name',
    value ->> 'tier', value ->> 'sequenceId', value ->> 'sequenceIndex', value ->> 'time', value ->> 'payload',
    value ->> 'known'
  FROM json_each(?) WHERE true
  ON CONFLICT (client_event_id) DO NOTHING`;

/**
 * Clients can send any name, and any number as its tier. Unknown names have separate rows up to a limit, and count as
 * one name after that; the events keep their names.
 */
const COUNT_BY_NAME = `
  INSERT INTO event_totals (endpoint, name, tier, count, unknown_payloads)
  SELECT endpoint, iif(has_row, name, 'other'), iif(has_row, tier, 0), sum(count), sum(unknown) FROM (
    SELECT endpoint, name, tier, count(*) AS count, sum(1 - payload_known) AS unknown,
      (name IN (SELECT value FROM json_each(?)) AND tier IN (${KNOWN_TIERS}))
        OR EXISTS (SELECT 1 FROM event_totals AS kept
          WHERE kept.endpoint = events.endpoint AND kept.name = events.name AND kept.tier = events.tier)
        OR (SELECT count(*) FROM event_totals) < ? AS has_row
    FROM events WHERE batch_id = ${THIS_BATCH} GROUP BY endpoint, name, tier)
  GROUP BY 1, 2, 3
  ON CONFLICT DO UPDATE SET ${plus('count')}, ${plus('unknown_payloads')}`;

const COUNT_BY_SESSION = `
  INSERT INTO sessions (first_seen_ms, last_seen_ms, client_version, session_id, events, repeats, batches, lowest_index,
    highest_index, is_page)
  SELECT ?, ?, ?, session, new, received - new, 1, lowest, highest, is_page FROM (
    SELECT value ->> 'session' AS session, count(*) AS received, min(value ->> 'index') AS lowest,
      max(value ->> 'index') AS highest, max(value ->> 'isPage') AS is_page,
      (SELECT count(*) FROM events WHERE batch_id = ${THIS_BATCH} AND session_id = value ->> 'session') AS new
    FROM json_each(?) GROUP BY session)
  WHERE true
  ON CONFLICT DO UPDATE SET last_seen_ms = excluded.last_seen_ms, ${plus('events')}, ${plus('repeats')},
    ${plus('batches')},
    lowest_index = min(lowest_index, excluded.lowest_index), highest_index = max(highest_index, excluded.highest_index),
    is_page = max(is_page, excluded.is_page)`;

const COUNT_BY_ENDPOINT = `
  INSERT INTO log_totals (endpoint, batches, events, accepted, repeated, retried, wire_bytes, raw_bytes)
  SELECT endpoint, 1, events, accepted, repeated, retry_count > 0, wire_bytes, raw_bytes FROM batches WHERE id = ${THIS_BATCH}
  ON CONFLICT DO UPDATE SET ${plus('batches')}, ${plus('events')}, ${plus('accepted')}, ${plus('repeated')},
    ${plus('retried')}, ${plus('wire_bytes')}, ${plus('raw_bytes')}`;

/** A retried request repeats its drops, so only one with new events counts. */
const COUNT_DROPS = `
  INSERT INTO client_drops (reason, count)
  SELECT value ->> 'reason', sum(value ->> 'count') FROM json_each(?)
  WHERE (SELECT accepted FROM batches WHERE id = ${THIS_BATCH}) > 0 GROUP BY 1
  ON CONFLICT DO UPDATE SET ${plus('count')}`;

/** Clients may retry them, so this may count one more than once. */
const COUNT_TOO_OLD = `
  INSERT INTO client_drops (reason, count)
  SELECT 'expired', ?1 WHERE ?1 > 0
  ON CONFLICT DO UPDATE SET ${plus('count')}`;
