import type { Database, Statement } from '../database/database.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';
import { numberOf, textOrNull } from '../database/row.ts';
import { BUDGET_NAMES, BUDGETS, type BudgetName } from './budgets.ts';
import { IDS_OF_BUDGET, rootOf } from './holder.ts';
import { settleStatements } from './holder-statements.ts';

/** Use of a budget, and its present limit. */
export interface Use {
  readonly rows: number;
  readonly bytes: number;
  /** Share of the budget and the room that the others leave, up to its maximum. */
  readonly allowedBytes: number;
}

export interface Usage {
  /** Bytes of the database as a whole. */
  readonly usedBytes: number;
  readonly budgets: Readonly<Record<BudgetName, Use>>;
}

/** A node of the tree, as it is in the database. */
export interface HeldNode {
  readonly id: number;
  readonly member: string | null;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Disk use, without free pages. PostgreSQL keeps the space of deleted rows for later ones, so the size of its files
 * does not shrink after deletions: there, the use is the sum of the budgets' counts.
 */
const USED_BYTES: Readonly<Record<Dialect, string>> = {
  sqlite: `SELECT (page_count - freelist_count) * page_size AS bytes
    FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  postgres: `SELECT coalesce(sum(bytes), 0) AS bytes FROM holders WHERE id < ${IDS_OF_BUDGET}`,
};

/** Reads how much is held, in all and by the largest holders. */
export class UsageReader {
  readonly #database: Database;
  readonly #maxBytes: number;
  readonly #settle: readonly Statement[];

  constructor(database: Database, maxBytes: number) {
    this.#database = database;
    this.#maxBytes = maxBytes;
    this.#settle = settleStatements(database.dialect);
  }

  /** Counts the changes since the last call. */
  async settle(mode: 'write' | 'reclaim' = 'write'): Promise<void> {
    await this.#database.batch(this.#settle, mode);
  }

  /** Usage when it was counted last. */
  async read(): Promise<Usage> {
    const [used, roots] = await this.#database.batch([USED_BYTES[this.#database.dialect], this.#roots()], 'read');
    const usedBytes = numberOf(used?.rows[0], 'bytes');
    const nodes = new Map((roots?.rows ?? []).map((row) => [numberOf(row, 'id'), nodeOf(row)]));
    const held = (name: BudgetName): Pick<Use, 'rows' | 'bytes'> => nodes.get(rootOf(name)) ?? { rows: 0, bytes: 0 };
    const countedBytes = BUDGET_NAMES.reduce((sum, name) => sum + held(name).bytes, 0);
    const entries = BUDGET_NAMES.map((name) => {
      const { rows, bytes } = held(name);
      return [name, { rows, bytes, allowedBytes: this.#allowedBytes(name, bytes, usedBytes, countedBytes) }];
    });
    return { usedBytes, budgets: Object.fromEntries(entries) as Record<BudgetName, Use> };
  }

  /** Children of a node that hold the most bytes, the largest first. */
  async largest(parent: number, count: number): Promise<HeldNode[]> {
    const children = queriesFor(this.#database.dialect)
      .selectFrom('holders')
      .selectAll()
      .where('parent', '=', parent)
      .where('bytes', '>', 0)
      .orderBy('bytes', 'desc')
      .limit(count);
    return (await this.#database.execute(statementOf(children))).rows.map(nodeOf);
  }

  async bytesOf(id: number): Promise<number> {
    const node = queriesFor(this.#database.dialect).selectFrom('holders').select('bytes').where('id', '=', id);
    return numberOf((await this.#database.execute(statementOf(node))).rows[0], 'bytes');
  }

  #roots(): Statement {
    return statementOf(
      queriesFor(this.#database.dialect).selectFrom('holders').selectAll().where('id', '<', IDS_OF_BUDGET),
    );
  }

  /**
   * Counts are estimates: if the file is larger than their sum, less room is left; if it is past the maximum, all
   * budgets shrink until it fits.
   */
  #allowedBytes(name: BudgetName, bytes: number, usedBytes: number, countedBytes: number): number {
    const { share, most } = BUDGETS[name];
    const maxBytes = this.#maxBytes;
    const leftBytes = maxBytes - (Math.max(usedBytes, countedBytes) - bytes);
    const allowedBytes = Math.max(share * maxBytes, Math.min(most * maxBytes, leftBytes));
    return allowedBytes * Math.min(1, maxBytes / usedBytes);
  }
}

function nodeOf(row: Readonly<Record<string, unknown>>): HeldNode {
  return {
    id: numberOf(row, 'id'),
    member: textOrNull(row, 'member'),
    rows: numberOf(row, 'row_count'),
    bytes: numberOf(row, 'bytes'),
  };
}
