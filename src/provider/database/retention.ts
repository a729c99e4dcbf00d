import type { Clock } from '../../../protocol/runtime/clock.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';
import type { Database, Statement } from './database.ts';
import { RETENTION, type RetentionRule } from './retention-rules.ts';
import { numberOf } from './row.ts';

export const RETENTION_SWEEP_INTERVAL_MS = 3_600_000;

/** Rows deleted at once; other writers get a turn between two chunks. */
const CHUNK_ROWS = 1_000;
/** The budget is checked more often than the age of rows: a flood fills it within a minute. */
const BUDGET_INTERVAL_MS = 10_000;
/** Larger, because without room all other writes are rejected anyway. */
const SHED_CHUNK_ROWS = 4_000;
/** Shedding stops at this share of the budget, so that it is not due again at once. */
const SHED_TO_SHARE = 0.9;

/** Disk use of the database, without free pages. */
const USED_BYTES =
  'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size';
/** The least important first, then the oldest. */
const SHED = `DELETE FROM events WHERE id IN
  (SELECT id FROM events WHERE tier = (SELECT min(tier) FROM events) ORDER BY id LIMIT ${SHED_CHUNK_ROWS})`;

/** Deletes rows past their retention, and rows that exceed the budget. */
export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Limits;

  constructor(database: Database, clock: Clock, limits: Limits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Applies the rules of all tables. */
  async sweep(): Promise<void> {
    for (const [table, rules] of Object.entries(RETENTION))
      for (const rule of rules) {
        const statement = this.#deletion(table, rule);
        if (statement !== undefined) while ((await this.#database.execute(statement)).rowsAffected >= CHUNK_ROWS);
      }
  }

  /** Sheds events until the database fits its budget. */
  async shed(): Promise<void> {
    const { databaseMaxBytes } = this.#limits;
    if ((await this.usedBytes()) <= databaseMaxBytes) return;
    while ((await this.usedBytes()) > databaseMaxBytes * SHED_TO_SHARE)
      if ((await this.#database.execute(SHED)).rowsAffected === 0) return;
  }

  async usedBytes(): Promise<number> {
    const { rows } = await this.#database.execute(USED_BYTES);
    return numberOf(rows[0], 'bytes');
  }

  /** `undefined` if nothing has to be deleted. */
  #deletion(table: string, rule: RetentionRule): Statement | undefined {
    if ('bounded' in rule) return undefined;
    const chosen = (where: string): string =>
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${CHUNK_ROWS})`;
    if ('rowsMax' in rule)
      return { sql: chosen(`rowid <= (SELECT max(rowid) FROM ${table}) - ?`), args: [rule.rowsMax] };
    const days = rule.days === 0 ? 0 : this.#limits[rule.days];
    return { sql: chosen(`${rule.column} < ?`), args: [this.#clock.now() - days * DAY_MS] };
  }
}

/** Runs both periodically. The returned function stops it. */
export function startRetention(retention: Retention, clock: Clock, onProblem: (error: unknown) => void): () => void {
  const stops = [
    repeat(clock, RETENTION_SWEEP_INTERVAL_MS, () => retention.sweep(), onProblem),
    repeat(clock, BUDGET_INTERVAL_MS, () => retention.shed(), onProblem),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The delay is counted from the end of the previous run. */
function repeat(
  clock: Clock,
  intervalMs: number,
  run: () => Promise<void>,
  onProblem: (error: unknown) => void,
): () => void {
  let cancel = (): void => undefined;
  let isStopped = false;
  const wait = (): void => {
    if (isStopped) return;
    cancel = clock.after(intervalMs, () => void run().catch(onProblem).finally(wait));
  };
  wait();
  return () => {
    isStopped = true;
    cancel();
  };
}
