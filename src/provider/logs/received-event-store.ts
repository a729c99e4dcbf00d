import type { AskedSequence, ReceivedEvents } from '../../../protocol/provider/received-events.ts';
import type { Database } from '../database/database.ts';

/** Neighbours share the difference between index and row number, so that each run of them is one group. */
const RANGES = `
  SELECT min(event_index) AS first, max(event_index) AS last FROM (
    SELECT event_index, event_index - row_number() OVER (ORDER BY event_index) AS run
    FROM events WHERE session_id = ? AND event_index BETWEEN ? AND ?)
  GROUP BY run ORDER BY first`;

/** Which events are stored, for clients that do not know whether they arrived. */
export class ReceivedEventStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(asked: readonly AskedSequence[]): Promise<ReceivedEvents> {
    const statements = asked.map(({ id, first, last }) => ({ sql: RANGES, args: [id, first, last] }));
    const results = await this.#database.batch(statements, 'read');
    const sequences = asked.map(({ id }, index) => ({
      id,
      ranges: (results[index]?.rows ?? []).map(({ first, last }): [number, number] => [Number(first), Number(last)]),
    }));
    return { sequences };
  }
}
