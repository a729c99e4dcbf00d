import type { Database } from '../database/database.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';

/** Sessions of operators that were ended before their time: a sign-out holds for every process. */
export class OperatorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async end(id: string, expires_at_ms: number): Promise<void> {
    const end = queriesFor(this.#database.dialect)
      .insertInto('ended_operator_sessions')
      .values({ id, expires_at_ms })
      .onConflict((conflict) => conflict.doNothing());
    await this.#database.execute(statementOf(end));
  }

  async isEnded(id: string): Promise<boolean> {
    const found = queriesFor(this.#database.dialect).selectFrom('ended_operator_sessions').select('id');
    return (await this.#database.execute(statementOf(found.where('id', '=', id)))).rows.length > 0;
  }
}
