import { sql } from 'kysely';
import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { queriesFor, rawStatement, statementOf } from '../database/queries/queries.ts';
import { numberOf } from '../database/row.ts';

/** A token unused for this long cannot begin a session any more; one with heartbeats stays valid. */
const HEARTBEAT_TOKEN_LIFETIME_MS = 86_400_000;

export interface Beat {
  readonly session: string;
  readonly videoId: string;
  readonly startedMs: number;
  readonly sequenceNumber: number;
  readonly sender: Sender;
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
   * Records the heartbeat and returns how many live sessions of the video began after this one; `undefined` for a token
   * that is too old to begin a session. A session with heartbeats does not expire: a live stream may take days.
   */
  async beat(beat: Beat, aliveForMs: number): Promise<number | undefined> {
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
    const note = sql`INSERT INTO viewing_sessions (id, video_id, started_at_ms, last_beat_ms, sequence_number, holder)
      SELECT cast(${session} AS text), cast(${videoId} AS text), cast(${startedMs} AS bigint), cast(${nowMs} AS bigint),
        cast(${sequenceNumber} AS bigint), cast(${holderId(path)} AS bigint)
      WHERE cast(${begins} AS bigint) = 1 OR EXISTS (SELECT 1 FROM viewing_sessions WHERE id = ${session})
      ON CONFLICT (id) DO UPDATE SET last_beat_ms = excluded.last_beat_ms,
        sequence_number = ${greatest}(viewing_sessions.sequence_number, excluded.sequence_number)`;
    const count = sql`SELECT count(*) AS newer FROM viewing_sessions WHERE video_id = ${videoId}
      AND (started_at_ms > ${startedMs} OR (started_at_ms = ${startedMs} AND id > ${session}))`;
    const know = this.#holders.know(path);
    const [, , noted, newer] = await this.#database.batch(
      [know, statementOf(dead), rawStatement(dialect, note), rawStatement(dialect, count)],
      'write',
    );
    return noted?.rowsAffected === 0 ? undefined : numberOf(newer?.rows[0], 'newer');
  }
}
