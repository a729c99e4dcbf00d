import type { Database } from './database.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
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
    const { type, message, line, level, url, file, stack, thread, sampleWeight, activity } = report;
    const optional = [line, level, url, file, stack, thread, activity].map((value) => value ?? null);
    await this.#database.batch(
      [
        {
          sql: `INSERT INTO error_reports (received_at_ms, type, message, line, level, url, file, stack,
                  thread, activity, sample_weight) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          args: [this.#clock.now(), type, message, ...optional, sampleWeight],
        },
        {
          sql: 'DELETE FROM error_reports WHERE id <= (SELECT max(id) FROM error_reports) - ?',
          args: [ERROR_REPORTS_MAX],
        },
      ],
      'write',
    );
  }
}
