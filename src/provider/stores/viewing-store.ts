import { sql, type RawBuilder } from 'kysely';
import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { queriesFor, rawStatement, statementOf } from '../database/queries/queries.ts';

/** A token unused for this long cannot begin a session any more; a token with heartbeats stays valid. */
const HEARTBEAT_TOKEN_LIFETIME_MS = 86_400_000;

export interface Beat {
  readonly session: string;
  readonly videoId: string;
  readonly startedMs: number;
  readonly sequenceNumber: number;
  readonly sender: Sender;
}

export interface Places {
  /** A session without a heartbeat for this long has ended. */
  readonly aliveForMs: number;
  /** Maximum number of concurrent sessions of the video; `undefined` without a limit. */
  readonly placesMax: number | undefined;
}

/** Concurrent viewing sessions, by heartbeats (N23). */
export class ViewingStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #holders: ReturnType<typeof holderStatements>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#holders = holderStatements(database.dialect);
  }

  /**
   * Records the heartbeat. A session with heartbeats does not expire: a live stream may take days.
   *
   * Places are shared: each network has one place before any has two, and so has each address within a network. A client that
   * begins session after session thus displaces only sessions of its own address. Among equals, the newest has the place.
   *
   * @returns `displaced` without a place, `expired` for a token that is too old to begin a session.
   */
  async beat(beat: Beat, { aliveForMs, placesMax }: Places): Promise<'watching' | 'displaced' | 'expired'> {
    const { session, videoId, startedMs, sequenceNumber, sender } = beat;
    const path = holderPath('viewings', sender);
    const nowMs = this.#clock.now();
    const { dialect } = this.#database;
    const queries = queriesFor(dialect);
    const { greatest } = FRAGMENTS[dialect];
    const dead = queries
      .deleteFrom('viewing_sessions')
      .where('video_id', '=', videoId)
      .where('last_beat_ms', '<', nowMs - aliveForMs);
    const begins = startedMs >= nowMs - HEARTBEAT_TOKEN_LIFETIME_MS ? 1 : 0;
    const note = sql`INSERT INTO viewing_sessions
        (id, video_id, started_at_ms, last_beat_ms, sequence_number, holder, network)
      SELECT cast(${session} AS text), cast(${videoId} AS text), cast(${startedMs} AS bigint), cast(${nowMs} AS bigint),
        cast(${sequenceNumber} AS bigint), cast(${holderId(path)} AS bigint), cast(${sender.network} AS bigint)
      WHERE cast(${begins} AS bigint) = 1 OR EXISTS (SELECT 1 FROM viewing_sessions WHERE id = ${session})
      ON CONFLICT (id) DO UPDATE SET last_beat_ms = excluded.last_beat_ms, network = excluded.network,
        sequence_number = ${greatest}(viewing_sessions.sequence_number, excluded.sequence_number)`;
    const grant = placesMax === undefined ? [] : [withoutPlace(videoId, placesMax)];
    const [, , noted, displaced] = await this.#database.batch(
      [this.#holders.know(path), statementOf(dead), ...[note, ...grant].map((one) => rawStatement(dialect, one))],
      'write',
    );
    if (noted?.rowsAffected === 0) return 'expired';
    return displaced?.rows.some(({ id }) => id === session) === true ? 'displaced' : 'watching';
  }
}

/**
 * Deletes the sessions without a place, whose next heartbeats apply for a place again. So a video has no more rows than places,
 * and sessions are ranked only when a heartbeat adds another row.
 */
function withoutPlace(videoId: string, placesMax: number): RawBuilder<unknown> {
  const crowd = sql`SELECT id, network, holder, started_at_ms FROM viewing_sessions WHERE video_id = ${videoId}
    AND (SELECT count(*) FROM viewing_sessions WHERE video_id = ${videoId}) > ${placesMax}`;
  const ofAddress = sql`SELECT *, ${turn(sql`PARTITION BY network, holder ORDER BY`)} AS turn FROM (${crowd}) AS crowd`;
  const ofNetwork = sql`SELECT id, started_at_ms, ${turn(sql`PARTITION BY network ORDER BY turn,`)} AS turn
    FROM (${ofAddress}) AS of_address`;
  const places = sql`SELECT id, ${turn(sql`ORDER BY turn,`)} AS place FROM (${ofNetwork}) AS of_network`;
  return sql`DELETE FROM viewing_sessions WHERE id IN (SELECT id FROM (${places}) AS places WHERE place > ${placesMax})
    RETURNING id`;
}

/** Number of a row in its partition; of equal rows, the newest comes first. */
function turn(part: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`row_number() OVER (${part} started_at_ms DESC, id DESC)`;
}
