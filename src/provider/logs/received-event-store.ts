import { sql } from 'kysely';
import type { RequestedSequence, ReceivedEvents } from '../../../protocol/provider/received-events.ts';
import type { Database } from '../database/database.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { template } from '../database/queries/queries.ts';

/**
 * Events that one response covers, over all its sequences: as many as the log of a page holds. If only every second event is stored,
 * each of them is a range.
 */
const READ_EVENTS_MAX = 1_000;

/** Consecutive events have the same difference of index and row number, so that each run is one group. */
const ranges = (dialect: Dialect) =>
  template<'id' | 'first' | 'last' | 'count'>(
    dialect,
    (argument) => sql`
      SELECT min(event_index) AS first, max(event_index) AS last FROM (
        SELECT event_index, event_index - row_number() OVER (ORDER BY event_index) AS run FROM (
          SELECT event_index FROM events
          WHERE session_id = ${argument('id')} AND event_index BETWEEN ${argument('first')} AND ${argument('last')}
          ORDER BY event_index LIMIT ${argument('count')}
        ) AS found
      ) AS numbered
      GROUP BY run ORDER BY first`,
  );

/** Which events are stored, for clients that do not know whether their events arrived. */
export class ReceivedEventStore {
  readonly #database: Database;
  readonly #ranges: ReturnType<typeof ranges>;

  constructor(database: Database) {
    this.#database = database;
    this.#ranges = ranges(database.dialect);
  }

  /** Events past the limit of a response are left out: their page sends them again, and they count once. */
  async find(asked: readonly RequestedSequence[]): Promise<ReceivedEvents> {
    const count = Math.floor(READ_EVENTS_MAX / asked.length);
    const statements = asked.map(({ id, first, last }) => this.#ranges({ id, first, last, count }));
    const results = await this.#database.batch(statements, 'read');
    const sequences = asked.map(({ id }, index) => ({
      id,
      ranges: (results[index]?.rows ?? []).map(({ first, last }): [number, number] => [Number(first), Number(last)]),
    }));
    return { sequences };
  }
}
