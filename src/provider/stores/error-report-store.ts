import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import { ROW_BYTES, textBytes } from '../budgets/row-bytes.ts';
import type { Sender } from '../budgets/sender.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';

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

/** Error reports of pages (N14). */
export class ErrorReportStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #holders: ReturnType<typeof holderStatements>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#holders = holderStatements(database.dialect);
  }

  async add(report: ReceivedErrorReport, sender: Sender): Promise<void> {
    const { sampleWeight: sample_weight, ...fields } = report;
    const path = holderPath('errors', sender);
    // The query builder leaves out fields that are `undefined`.
    const row = { received_at_ms: this.#clock.now(), ...fields, sample_weight, holder: holderId(path) };
    const { dialect } = this.#database;
    const add = statementOf(queriesFor(dialect).insertInto('error_reports').values(row));
    await this.#database.batch([this.#holders.know(path), add], 'write');
  }
}

export function bytesOfReport(report: ReceivedErrorReport): number {
  const texts = Object.values(report).filter((value) => typeof value === 'string');
  return ROW_BYTES.errorReport + textBytes(texts);
}
