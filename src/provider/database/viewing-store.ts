import type { Database } from './database.ts';
import type { Clock } from '../../../protocol/clock.ts';
import { numberOf } from './row.ts';

export interface Beat {
  readonly session: string;
  readonly videoId: string;
  readonly startedMs: number;
  readonly sequenceNumber: number;
}

/** Who is watching what right now, by heartbeats (N23). */
export class ViewingStore {
  readonly #client: Database;
  readonly #clock: Clock;

  constructor(client: Database, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Notes the beat and answers how many sessions of the video that are still alive began after this one. */
  async beat({ session, videoId, startedMs, sequenceNumber }: Beat, aliveForMs: number): Promise<number> {
    const nowMs = this.#clock.now();
    const [, , newer] = await this.#client.batch(
      [
        { sql: 'DELETE FROM viewing_sessions WHERE last_beat_ms < ?', args: [nowMs - aliveForMs] },
        {
          sql: `INSERT INTO viewing_sessions VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET last_beat_ms = excluded.last_beat_ms,
                  sequence_number = max(sequence_number, excluded.sequence_number)`,
          args: [session, videoId, startedMs, nowMs, sequenceNumber],
        },
        {
          sql: `SELECT count(*) AS newer FROM viewing_sessions
                WHERE video_id = ?1 AND (started_at_ms > ?2 OR (started_at_ms = ?2 AND id > ?3))`,
          args: [videoId, startedMs, session],
        },
      ],
      'write',
    );
    return numberOf(newer?.rows[0], 'newer');
  }
}
