import type { Database, Result, Statement } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { BROWSER_COOKIE_LIFETIME_MAX_SECONDS } from '../../../protocol/constants.ts';
import type { LogRequest } from '../../../protocol/provider/logging.ts';
import type { LogEndpoint } from '../../../protocol/events/log-endpoints.ts';
import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import { UNKNOWN_SENDER, type Sender } from '../budgets/sender.ts';
import { eventStatements, type EventRow, type EventStatements, type SessionRow } from './event-statements.ts';
import { bySession, readEvent, sessionRow, wholeMs, type ReadEvent } from './event-rows.ts';
import type { CreateEventProjection, EventProjection, EventProjectionDependencies } from './event-projection.ts';
import { UNKNOWN_DEVICE, type Device } from './device-of.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';

/** An event that seems older was logged by a wrong clock: browsers store nothing for longer. */
export const EVENT_PLAUSIBLE_AGE_MAX_MS = BROWSER_COOKIE_LIFETIME_MAX_SECONDS * 1_000;
/** Dropped events that count for one batch, all reasons together. A page that logs without a pause needs hours for more. */
export const DROPS_OF_BATCH_MAX = 10_000;

type Dropped = NonNullable<LogRequest['dropped']>;

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
  /** Wall time of arrival, if the batch has waited in a stream since. */
  readonly receivedAtMs?: number;
  /** Browser by the headers. */
  readonly device?: Device;
  /** Absent for a batch that an earlier version has put into the stream. */
  readonly sender?: Sender;
  readonly country?: string;
  /** Videos of the batch's events that are in the catalog. Absent if the catalog is unknown. */
  readonly knownVideos?: readonly string[];
  /** Lengths of known videos that are not live. */
  readonly videoSeconds?: Readonly<Record<string, number>>;
  /** Known videos whose streams come from other servers. */
  readonly videosElsewhere?: readonly string[];
}

export interface StoredCount {
  readonly accepted: number;
  readonly repeated: number;
}

/** Destination of accepted events: the database, or a stream in front of it. */
export interface EventSink {
  /** All batches are safe when this resolves. Rejects with `StorageUnavailable` if a later retry may help. */
  add(batches: readonly ReceivedBatch[]): Promise<StoredCount>;
}

interface EventStoreDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'eventRetentionDays'>;
  /** Used only by the projection: the events themselves have been admitted. */
  readonly admission: EventProjectionDependencies['admission'];
  /** Creates the projection: counts that are written with the events. */
  readonly createProjection?: CreateEventProjection | undefined;
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
  readonly #holders: ReturnType<typeof holderStatements>;
  readonly #projection: EventProjection | undefined;

  constructor({ database, clock, limits, admission, createProjection }: EventStoreDependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#retentionMs = limits.eventRetentionDays * DAY_MS;
    this.#statements = eventStatements(database.dialect);
    this.#holders = holderStatements(database.dialect);
    this.#projection = createProjection?.({ dialect: database.dialect, retentionMs: this.#retentionMs, admission });
  }

  /** All batches of one body are stored, or none: a response cannot express half a success. */
  async add(batches: readonly ReceivedBatch[]): Promise<StoredCount> {
    const all = await Promise.all(batches.map((batch) => this.#statementsOf(batch)));
    const statements = all.flatMap(({ before, adding, after, projected }) => [
      ...before,
      adding,
      ...after,
      ...projected,
    ]);
    const results = await this.#database.batch(statements, 'write');
    let accepted = 0;
    let next = 0;
    const take = (count: number): readonly Result[] => results.slice(next, (next += count));
    for (const { before, after, projected } of all) {
      take(before.length);
      accepted += take(1)[0]?.rowsAffected ?? 0;
      take(after.length);
      for (const { rows } of take(projected.length)) this.#projection?.learn(rows);
    }
    const received = batches.reduce((sum, batch) => sum + batch.request.events.length, 0);
    return { accepted, repeated: received - accepted };
  }

  async #statementsOf(batch: ReceivedBatch): Promise<BatchStatements> {
    const { request, endpoint, encoding, wireBytes, rawBytes, retryCount, sender = UNKNOWN_SENDER } = batch;
    const { clientName, clientVersion } = request.context.client;
    const now = batch.receivedAtMs ?? this.#clock.now();
    const skewMs = batch.sentAtMs === undefined ? 0 : wholeMs(now - batch.sentAtMs, 0);
    const all = request.events.map((event) => readEvent(event, now, skewMs));
    // The age of an event is known only if the client sends its time.
    const known =
      batch.sentAtMs === undefined
        ? all
        : all.filter(({ row }) => !isTooOld(now - row.event_time_ms, this.#retentionMs));
    const young = known.map((event) => withPlausibleTime(event, now));
    const sessions = [...bySession(young.map(({ row }) => row))].map(([id, rows]) => {
      const path = holderPath('log', sender, id);
      return { path, rows, row: sessionRow(id, rows, holderId(path)) };
    });
    const posts = holderPath('posts', sender);
    const dropped = countedDrops(request.dropped);
    const tooOld = all.length - young.length;
    const client = { endpoint, clientName, clientVersion, encoding };
    const counts = { wireBytes, rawBytes, skewMs, retryCount, events: all.length, holder: holderId(posts) };
    const { holders, statements: projected } = (await this.#projection?.statementsOf({
      events: young.map(({ row, payload }) => ({ id: row.id, name: row.name, atMs: row.event_time_ms, payload })),
      sender,
      device: batch.device ?? UNKNOWN_DEVICE,
      country: batch.country,
      embedder: request.context.client.originalUrl,
      knownVideos: batch.knownVideos,
      videoSeconds: batch.videoSeconds,
      videosElsewhere: batch.videosElsewhere ?? [],
      nowMs: now,
    })) ?? { holders: [], statements: [] };
    const { json, ...prepared } = this.#statements;
    return {
      before: [
        this.#holders.know(posts, ...holders, ...sessions.map((session) => session.path)),
        prepared.addBatch({ now, ...client, ...counts }),
      ],
      adding: this.#adding(endpoint, now, sessions),
      after: [
        prepared.countAdded({}),
        prepared.countByName({}),
        prepared.countBySession({ now, clientVersion, rows: json.sessions(sessions.map(({ row }) => row)) }),
        prepared.countByEndpoint({}),
        ...(dropped.length > 0 ? [prepared.countDrops({ drops: json.drops(dropped) })] : []),
        ...(tooOld > 0 ? [prepared.countTooOld({ count: tooOld })] : []),
      ],
      projected,
    };
  }

  #adding(endpoint: string, now: number, sessions: readonly BatchSession[]): Statement {
    const { json, addEvents, addEventsOfSessions } = this.#statements;
    const [only, ...others] = sessions;
    if (only !== undefined && others.length === 0)
      return addEvents({ endpoint, now, rows: json.events(only.rows), holder: only.row.holder });
    const rows = sessions.flatMap(({ rows: events, row: { holder } }) => events.map((event) => ({ ...event, holder })));
    return addEventsOfSessions({ endpoint, now, rows: json.heldEvents(rows) });
  }
}

/** The events of one session in a batch. */
interface BatchSession {
  readonly rows: readonly EventRow[];
  readonly row: SessionRow;
}

/** Statements in the order in which they run; the statement at `adding` adds the events. */
interface BatchStatements {
  readonly before: readonly Statement[];
  readonly adding: Statement;
  readonly after: readonly Statement[];
  readonly projected: readonly Statement[];
}

/**
 * Dates an event that was logged with a wrong clock at its arrival. Players send such events (S6), so they are stored, and
 * only their time is unknown.
 */
function withPlausibleTime(event: ReadEvent, now: number): ReadEvent {
  const ageMs = now - event.row.event_time_ms;
  if (ageMs >= 0 && ageMs <= EVENT_PLAUSIBLE_AGE_MAX_MS) return event;
  return { ...event, row: { ...event.row, event_time_ms: now } };
}

/** Limits the number of dropped events that a batch claims: the claim cannot be verified. */
function countedDrops(claimed: Dropped = []): Dropped {
  let room = DROPS_OF_BATCH_MAX;
  return claimed.flatMap(({ reason, count }) => {
    const counted = Math.min(count, room);
    room -= counted;
    return counted === 0 ? [] : [{ reason, count: counted }];
  });
}

/**
 * Rejects an event whose id this table would have forgotten by now, so that a duplicate could not be detected. Clients
 * drop such events themselves (S6), a little earlier. An event that is older than anything a browser keeps was logged with a
 * wrong clock, common before the first time synchronisation.
 */
function isTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs && ageMs <= EVENT_PLAUSIBLE_AGE_MAX_MS;
}
