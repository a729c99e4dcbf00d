import type { Clock } from '../../../protocol/runtime/clock.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';
import type { Database, Statement } from './database.ts';
import { RETENTION, type RetentionRule } from './retention-rules.ts';
import { numberOf } from './row.ts';

export const RETENTION_SWEEP_INTERVAL_MS = 3_600_000;

/** Rows that go at once; whoever else writes gets a turn between two chunks. */
const CHUNK_ROWS = 1_000;
/** The budget is looked at more often than the age of rows: a flood fills it within a minute. */
const BUDGET_INTERVAL_MS = 10_000;
/** When there is no room, whoever writes has been refused already. */
const SHED_CHUNK_ROWS = 4_000;
/** Shedding goes on to this share of the budget, so that it is not due again at once. */
const SHED_TO_SHARE = 0.9;

/** What the database takes of the disk, without pages that are free. */
const USED_BYTES =
  'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size';
/** The least important first, and of those the oldest. */
const SHED = `DELETE FROM events WHERE id IN
  (SELECT id FROM events WHERE tier = (SELECT min(tier) FROM events) ORDER BY id LIMIT ${SHED_CHUNK_ROWS})`;

/** Forgets what has outlived its use, and what there is no room for. */
export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Limits;

  constructor(database: Database, clock: Clock, limits: Limits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Goes through all tables. */
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

  /** `undefined` where nothing needs to be deleted. */
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

/** Runs both from time to time. The returned function ends it. */
export function startRetention(retention: Retention, clock: Clock, onProblem: (error: unknown) => void): () => void {
  const stops = [
    repeat(clock, RETENTION_SWEEP_INTERVAL_MS, () => retention.sweep(), onProblem),
    repeat(clock, BUDGET_INTERVAL_MS, () => retention.shed(), onProblem),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The next turn is counted from the end of the one before. */
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
