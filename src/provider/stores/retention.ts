import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { repeat } from '../../../protocol/runtime/repeat.ts';
import type { Budgets } from '../budgets/create-budgets.ts';
import { TABLES, type AgeRule } from '../budgets/tables.ts';
import { DAY_MS, type Limits } from '../settings/limits.ts';
import type { Database } from '../database/database.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { rawStatement } from '../database/queries/queries.ts';

export const RETENTION_SWEEP_INTERVAL_MS = 3_600_000;

/** Rows deleted at once; other writers get a turn between two chunks. */
const CHUNK_ROWS = 1_000;
/**
 * Budgets are checked more often than the age of rows. Senders who hold most are refused before a budget is full, so that rows between
 * two checks come from many senders who hold little.
 */
const BUDGET_INTERVAL_MS = 10_000;

/** Visitors who came on only one day. Users are excluded: they have an account with the operator. */
const ONE_DAY_VISITORS = `viewer LIKE 'visitor:%' AND last_seen_ms - first_seen_ms < ${DAY_MS}`;

/** Upkeep of tables, each hour. */
export type Sweep = (database: Database, nowMs: number) => Promise<void>;

interface RetentionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly budgets: Pick<Budgets, 'shed' | 'forgetEmpty'>;
  /** Upkeep of the features of this server, after each sweep. */
  readonly sweeps?: readonly Sweep[];
}

/** Deletes expired rows, and rows of budgets that hold too much. */
export class Retention {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #budgets: Pick<Budgets, 'shed' | 'forgetEmpty'>;
  readonly #sweeps: readonly Sweep[];

  constructor({ database, clock, limits, budgets, sweeps = [] }: RetentionDependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
    this.#budgets = budgets;
    this.#sweeps = sweeps;
  }

  /** Deletes expired rows in all tables. */
  async sweep(): Promise<void> {
    for (const [table, { ages = [] }] of Object.entries(TABLES))
      for (const rule of ages) await this.#delete(table, this.#isPast(rule));
    for (const sweep of this.#sweeps) await sweep(this.#database, this.#clock.now());
    await this.#budgets.forgetEmpty();
  }

  shed(): Promise<void> {
    return this.#budgets.shed();
  }

  /** Deletes in chunks. */
  async #delete(table: string, isPast: RawBuilder<unknown>): Promise<void> {
    const { dialect } = this.#database;
    const { rowId } = FRAGMENTS[dialect];
    const from = sql`FROM ${sql.table(table)} WHERE`;
    const text = sql`DELETE ${from} ${rowId} IN (SELECT ${rowId} ${from} ${isPast} LIMIT ${CHUNK_ROWS})`;
    const statement = rawStatement(dialect, text);
    while (((await this.#database.batch([statement], 'reclaim'))[0]?.rowsAffected ?? 0) >= CHUNK_ROWS);
  }

  #isPast(rule: AgeRule): RawBuilder<unknown> {
    const nowMs = this.#clock.now();
    if ('column' in rule) {
      const days = rule.days === 0 ? 0 : this.#limits[rule.days];
      return sql`${sql.ref(rule.column)} < ${nowMs - days * DAY_MS}`;
    }
    const seenMs = nowMs - this.#limits[rule.visitors] * DAY_MS;
    return sql`viewer IN (SELECT viewer FROM viewers WHERE ${sql.raw(ONE_DAY_VISITORS)} AND last_seen_ms < ${seenMs})`;
  }
}

/** Sweeps and sheds periodically. The returned function stops both. */
export function startRetention(retention: Retention, clock: Clock, onProblem: (error: unknown) => void): () => void {
  const stops = [
    repeat(clock, RETENTION_SWEEP_INTERVAL_MS, () => retention.sweep(), onProblem),
    repeat(clock, BUDGET_INTERVAL_MS, () => retention.shed(), onProblem),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
