import { sql } from 'kysely';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { joinHours } from '../audience/join-hours.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';
import type { Database, Statement } from './database.ts';
import { RETENTION, type RetentionRule } from './retention-rules.ts';
import { FRAGMENTS } from './queries/fragments.ts';
import { rawStatement } from './queries/queries.ts';
import { SPACE, type Space } from './space.ts';

export const RETENTION_SWEEP_INTERVAL_MS = 3_600_000;

/** Rows deleted at once; other writers get a turn between two chunks. */
const CHUNK_ROWS = 1_000;
/** The budget is checked more often than the age of rows: a flood fills it within a minute. */
const BUDGET_INTERVAL_MS = 10_000;
/** Shedding stops at this share of the budget, so that it is not due again at once. */
const SHED_TO_SHARE = 0.9;

/** Deletes rows past their retention, and rows that exceed the budget. */
export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #space: Space;

  constructor(database: Database, clock: Clock, limits: Limits) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
    this.#space = SPACE[database.dialect];
  }

  /** Applies the rules of all tables, and makes days of hours that are long past. */
  async sweep(): Promise<void> {
    for (const [table, rules] of Object.entries(RETENTION))
      for (const rule of rules) {
        const statement = this.#deletion(table, rule);
        if (statement !== undefined) while ((await this.#database.execute(statement)).rowsAffected >= CHUNK_ROWS);
      }
    await joinHours(this.#database, this.#clock.now());
  }

  /** Sheds events until the database fits its budget. */
  async shed(): Promise<void> {
    const { databaseMaxBytes } = this.#limits;
    if ((await this.usedBytes()) <= databaseMaxBytes) return;
    await this.#space.shedTo(this.#database, databaseMaxBytes * SHED_TO_SHARE);
  }

  usedBytes(): Promise<number> {
    return this.#space.usedBytes(this.#database);
  }

  /** `undefined` if nothing has to be deleted. */
  #deletion(table: string, rule: RetentionRule): Statement | undefined {
    if ('bounded' in rule) return undefined;
    const { dialect } = this.#database;
    const { rowId } = FRAGMENTS[dialect];
    const from = sql`FROM ${sql.table(table)} WHERE`;
    const days = 'days' in rule && rule.days !== 0 ? this.#limits[rule.days] : 0;
    const isPast =
      'rowsMax' in rule
        ? sql`id <= (SELECT max(id) FROM ${sql.table(table)}) - ${rule.rowsMax}`
        : 'newestRows' in rule
          ? sql`${sql.ref(rule.column)} < (SELECT ${sql.ref(rule.column)} FROM ${sql.table(table)}
              ORDER BY ${sql.ref(rule.column)} DESC LIMIT 1 OFFSET ${rule.newestRows})`
          : sql`${sql.ref(rule.column)} < ${this.#clock.now() - days * DAY_MS}`;
    return rawStatement(
      dialect,
      sql`DELETE ${from} ${rowId} IN (SELECT ${rowId} ${from} ${isPast} LIMIT ${CHUNK_ROWS})`,
    );
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
