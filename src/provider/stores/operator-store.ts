import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import type { Database } from '../database/database.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';
import { StorageUnavailable } from '../database/storage-errors.ts';

/** How long an operator page waits for the database: it has to open while the database is broken, too. */
const DEADLINE_MS = 1_000;

/**
 * Sessions of operators that were ended before they expired: a sign-out is valid in every process. While the database is
 * not available, it is valid only in this process.
 */
export class OperatorStore {
  readonly #database: Database;
  readonly #clock: Clock;
  /** Sessions that this process has ended, with their expiry. */
  readonly #ended = new Map<string, number>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Resolves with whether the end is stored. If not, other processes, and this process after a restart, accept the session. */
  async end(id: string, expires_at_ms: number): Promise<boolean> {
    for (const [known, expiresMs] of this.#ended) if (expiresMs <= this.#clock.now()) this.#ended.delete(known);
    this.#ended.set(id, expires_at_ms);
    const end = queriesFor(this.#database.dialect)
      .insertInto('ended_operator_sessions')
      .values({ id, expires_at_ms })
      .onConflict((conflict) => conflict.doNothing());
    return this.#orFalse(this.#database.execute(statementOf(end)).then(() => true));
  }

  async isEnded(id: string): Promise<boolean> {
    if (this.#ended.has(id)) return true;
    const found = queriesFor(this.#database.dialect).selectFrom('ended_operator_sessions').select('id');
    const ended = this.#database.execute(statementOf(found.where('id', '=', id)));
    return this.#orFalse(ended.then(({ rows }) => rows.length > 0));
  }

  /** `false` if the database cannot be used, or does not respond in time. */
  #orFalse(result: Promise<boolean>): Promise<boolean> {
    const known = result.catch((error: unknown) => {
      if (error instanceof StorageUnavailable) return false;
      throw error;
    });
    return withDeadline(known, { clock: this.#clock, limitMs: DEADLINE_MS, late: () => false });
  }
}
