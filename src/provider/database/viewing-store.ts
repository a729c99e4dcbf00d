import type { Database } from './database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { numberOf } from './row.ts';

/** A token unused for this long cannot begin a session any more; one with heartbeats stays valid. */
const HEARTBEAT_TOKEN_LIFETIME_MS = 86_400_000;

export interface Beat {
  readonly session: string;
  readonly videoId: string;
  readonly startedMs: number;
  readonly sequenceNumber: number;
}

/** Concurrent viewing sessions, by heartbeats (N23). */
export class ViewingStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Records the heartbeat and returns how many live sessions of the video began after this one; `undefined` for a token
   * that is too old to begin a session. A session with heartbeats does not expire: a live stream may take days.
   */
  async beat(beat: Beat, aliveForMs: number): Promise<number | undefined> {
    const { session, videoId, startedMs, sequenceNumber } = beat;
    const nowMs = this.#clock.now();
    const [, noted, newer] = await this.#database.batch(
      [
        {
          sql: 'DELETE FROM viewing_sessions WHERE video_id = ? AND last_beat_ms < ?',
          args: [videoId, nowMs - aliveForMs],
        },
        {
          sql: `INSERT INTO viewing_sessions SELECT ?1, ?2, ?3, ?4, ?5
                WHERE ?3 >= ?6 OR EXISTS (SELECT 1 FROM viewing_sessions WHERE id = ?1)
                ON CONFLICT DO UPDATE SET last_beat_ms = excluded.last_beat_ms,
                  sequence_number = max(sequence_number, excluded.sequence_number)`,
          args: [session, videoId, startedMs, nowMs, sequenceNumber, nowMs - HEARTBEAT_TOKEN_LIFETIME_MS],
        },
        {
          sql: `SELECT count(*) AS newer FROM viewing_sessions
                WHERE video_id = ?1 AND (started_at_ms > ?2 OR (started_at_ms = ?2 AND id > ?3))`,
          args: [videoId, startedMs, session],
        },
      ],
      'write',
    );
    return noted?.rowsAffected === 0 ? undefined : numberOf(newer?.rows[0], 'newer');
  }
}
