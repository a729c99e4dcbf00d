import type { Database, Statement } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  EVENT_PAYLOADS,
  EVENT_PAYLOAD_MAX_CHARACTERS,
  WORKER_EVENTS,
  type WireEvent,
} from '../../../protocol/infrastructure/events.ts';
import type { LogRequest } from '../../../protocol/provider/logging.ts';
import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';
import { eventStatements, type EventRow, type EventStatements } from './event-statements.ts';
import { AudienceWriter } from '../audience/audience-writer.ts';
import { UNKNOWN_DEVICE, type Device } from '../audience/device-of.ts';
import { hostOf } from '../audience/host-of.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';

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
  /** Wall time of arrival, where the batch has been on its way since. */
  readonly receivedAtMs?: number;
  /** What its headers say of the browser. */
  readonly device?: Device;
}

export interface StoredCount {
  readonly accepted: number;
  readonly repeated: number;
}

/** Where accepted events go: the database, or a stream in front of it. */
export interface EventSink {
  /** All of it is safe when this resolves. Rejects with `StorageUnavailable` if a later retry may help. */
  add(batches: readonly ReceivedBatch[]): Promise<StoredCount>;
}

/**
 * Stores every event once, by its client event id (L6): a client that does not know whether its request arrived sends
 * it again, and the duplicate is counted and dropped here.
 */
export class EventStore implements EventSink {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #retentionMs: number;
  readonly #statements: EventStatements;
  readonly #audience: AudienceWriter;

  constructor(database: Database, clock: Clock, { eventRetentionDays }: Pick<Limits, 'eventRetentionDays'>) {
    this.#database = database;
    this.#clock = clock;
    this.#retentionMs = eventRetentionDays * DAY_MS;
    this.#statements = eventStatements(database.dialect);
    this.#audience = new AudienceWriter(database.dialect, this.#retentionMs);
  }

  /** All batches of one body are stored, or none: a response cannot express half a success. */
  async add(batches: readonly ReceivedBatch[]): Promise<StoredCount> {
    const statements = batches.map((batch) => this.#statementsOf(batch));
    const results = await this.#database.batch(statements.flat(), 'write');
    let accepted = 0;
    let first = 0;
    for (const { length } of statements) {
      accepted += results[first + ADDING_STATEMENT]?.rowsAffected ?? 0;
      first += length;
    }
    const received = batches.reduce((sum, batch) => sum + batch.request.events.length, 0);
    return { accepted, repeated: received - accepted };
  }

  #statementsOf(batch: ReceivedBatch): Statement[] {
    const { request, endpoint, encoding, wireBytes, rawBytes, retryCount } = batch;
    const { clientName, clientVersion } = request.context.client;
    const now = batch.receivedAtMs ?? this.#clock.now();
    const skewMs = batch.sentAtMs === undefined ? 0 : wholeMs(now - batch.sentAtMs, 0);
    const all = request.events.map((event) => readEvent(event, now, skewMs));
    /** The age of an event is known only if the client sends its time. */
    const young =
      batch.sentAtMs === undefined
        ? all
        : all.filter(({ row }) => !isTooOld(now - row.event_time_ms, this.#retentionMs));
    const rows = JSON.stringify(young.map(({ row }) => row));
    const counted = young.map(({ row: { id, name, event_time_ms: atMs }, payload }) => ({ id, name, atMs, payload }));
    const sender = { ...(batch.device ?? UNKNOWN_DEVICE), host: hostOf(request.context.client.originalUrl) };
    const [sizes, events] = [{ wireBytes, rawBytes }, request.events.length];
    const prepared = this.#statements;
    return [
      prepared.addBatch({ now, endpoint, clientName, clientVersion, encoding, ...sizes, skewMs, retryCount, events }),
      prepared.addEvents({ endpoint, now, rows }),
      prepared.countAdded({}),
      prepared.countByName({}),
      prepared.countBySession({ now, clientVersion, rows }),
      prepared.countByEndpoint({}),
      prepared.countDrops({ drops: JSON.stringify(request.dropped ?? []) }),
      prepared.countTooOld({ count: all.length - young.length }),
      ...this.#audience.statementsOf(counted, sender, now),
    ];
  }
}

/** Of those of a batch, by its place. */
const ADDING_STATEMENT = 1;

/**
 * Rejects an event whose id this table would have forgotten by now, so that a duplicate could not be detected. Clients
 * drop such events themselves (S6), a little earlier. One that is older than a browser keeps anything was logged with a
 * wrong clock, common before the first time synchronisation.
 */
function isTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs && ageMs <= EVENT_PLAUSIBLE_AGE_MAX_MS;
}

interface ReadEvent {
  readonly row: EventRow;
  /** As the schema of its name has it; `undefined` if it does not fit. */
  readonly payload: unknown;
}

/** A row for the statements. The event's time is corrected by the skew of the client's clock. */
function readEvent(event: WireEvent, nowMs: number, skewMs: number): ReadEvent {
  const [sessionId = '', index = '0'] = event.clientEventId.split('.');
  const schema = Object.hasOwn(EVENT_PAYLOADS, event.name)
    ? EVENT_PAYLOADS[event.name as keyof typeof EVENT_PAYLOADS]
    : undefined;
  const payload = JSON.stringify(event.payload);
  const isKept = payload.length <= EVENT_PAYLOAD_MAX_CHARACTERS;
  const parsed = isKept ? schema?.safeParse(event.payload) : undefined;
  const row: EventRow = {
    id: event.clientEventId,
    session_id: sessionId,
    event_index: Number(index),
    name: withoutNul(event.name),
    tier: event.tier,
    sequence_id: withoutNul(event.sequence.id),
    sequence_index: event.sequence.index,
    event_time_ms: wholeMs(event.eventTimeMs + skewMs, nowMs),
    /** A payload that is too long is dropped: the event still counts. */
    payload: isKept ? payload : '{}',
    is_page: (WORKER_EVENTS as readonly string[]).includes(event.name) ? 0 : 1,
    payload_known: parsed?.success === true ? 1 : 0,
  };
  return { row, payload: parsed?.data };
}

/** PostgreSQL refuses text with this character, and functions of SQLite end there. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

/** An absurd clock must not cost the event: the column holds whole milliseconds. */
function wholeMs(time: number, otherwise: number): number {
  const whole = Math.round(time);
  return Number.isSafeInteger(whole) ? whole : otherwise;
}
