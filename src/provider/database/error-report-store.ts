import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { queriesFor, statementOf } from './queries/queries.ts';
import { ERROR_REPORTS_MAX } from './retention-rules.ts';

export interface ReceivedErrorReport {
  readonly type: string;
  readonly message: string;
  readonly line: string | undefined;
  readonly level: string | undefined;
  readonly url: string | undefined;
  readonly file: string | undefined;
  readonly stack: string | undefined;
  readonly thread: string | undefined;
  readonly sampleWeight: number;
  /** JSON of an `ActivitySummary`. */
  readonly activity: string | undefined;
}

/** N14: error reports of pages, the newest ten thousand. */
export class ErrorReportStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async add(report: ReceivedErrorReport): Promise<void> {
    const { sampleWeight: sample_weight, ...fields } = report;
    /** The builder leaves out what is `undefined`. */
    const row = { received_at_ms: this.#clock.now(), ...fields, sample_weight };
    const queries = queriesFor(this.#database.dialect);
    const old = queries
      .deleteFrom('error_reports')
      .where('id', '<=', (one) =>
        one.selectFrom('error_reports').select(sql<number>`max(id) - ${ERROR_REPORTS_MAX}`.as('last')),
      );
    await this.#database.batch(
      [statementOf(queries.insertInto('error_reports').values(row)), statementOf(old)],
      'write',
    );
  }
}
