import { sql } from 'kysely';
import type { Database, Statement } from '../database/database.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { rawStatement } from '../database/queries/queries.ts';
import { BUDGET_NAMES, type BudgetName } from './budgets.ts';
import { fairLevel } from './fair-level.ts';
import { rootOf } from './holder.ts';
import { settleStatements } from './holder-statements.ts';
import type { ShedCounts } from './shed-counts.ts';
import { tablesOf } from './tables.ts';
import type { HeldNode, UsageReader } from './usage.ts';
import { EVENT_PAYLOADS, type EventName } from '../../../protocol/events/events.ts';
import { tierOfEvent } from '../../../protocol/events/event-delivery.ts';

/** Importance of events with unknown names: a newer page may send some, and any client may make them up. */
const UNKNOWN_EVENT = 0;

/**
 * The order in which events are shed when their sender holds too much: by the tier of their names in this version. The tier in
 * the row was sent by the sender, who could thereby decide which rows are lost.
 */
const IMPORTANCE_OF_EVENT = sql`CASE name ${sql.join(
  Object.keys(EVENT_PAYLOADS).map((name) => sql`WHEN ${sql.lit(name)} THEN ${sql.lit(tierOfEvent(name as EventName))}`),
  sql` `,
)} ELSE ${sql.lit(UNKNOWN_EVENT)} END`;

/** Shedding stops at this share of a budget's limit, so that it is not due again at once. */
const SHED_TO_SHARE = 0.95;
/** Rows deleted in one transaction; other writers get a turn between two transactions. */
const CHUNK_ROWS = 500;
/**
 * Number of holders that a level is computed from; if more hold too much, they are among the largest of a later chunk.
 */
const LARGEST_LOOKED_AT = CHUNK_ROWS;
/** Past this, rows are deleted by age only: no real session has as many events, and sorting them for each chunk takes too long. */
const SORTED_ROWS_MAX = 10_000;

/** Rows to take from one holder, while it holds more than `levelBytes`. */
interface Cut {
  readonly holder: HeldNode;
  readonly levelBytes: number;
  rows: number;
}

type Table = ReturnType<typeof tablesOf>[number];

/**
 * Deletes rows of budgets that hold too much: from the largest networks, of these from the largest addresses, and of these from
 * the largest sessions or viewers. The largest are cut to one level; holders below that level lose nothing. Of one holder, the
 * least important rows are deleted first, and of these the oldest.
 */
export class Shedding {
  readonly #database: Database;
  readonly #reader: UsageReader;
  readonly #counts: ShedCounts;
  /** Holders are counted in the transaction that deletes their rows, so another process sees the remaining rows. */
  readonly #settle: readonly Statement[];

  constructor(database: Database, reader: UsageReader, counts: ShedCounts) {
    this.#database = database;
    this.#reader = reader;
    this.#counts = counts;
    this.#settle = settleStatements(database.dialect);
  }

  async shed(): Promise<void> {
    await this.#reader.settle('reclaim');
    for (const budget of BUDGET_NAMES) {
      let targetBytes = await this.#targetBytes(budget, 1);
      while (targetBytes !== undefined && (await this.#shedChunk(budget, targetBytes)))
        targetBytes = await this.#targetBytes(budget, SHED_TO_SHARE);
    }
  }

  /** Bytes to which a budget has to be cut, if it holds more than this share of its limit. */
  async #targetBytes(budget: BudgetName, share: number): Promise<number | undefined> {
    const { bytes, allowedBytes } = (await this.#reader.read()).budgets[budget];
    return bytes > allowedBytes * share ? allowedBytes * SHED_TO_SHARE : undefined;
  }

  /** Resolves with `false` when there is nothing to take. */
  async #shedChunk(budget: BudgetName, targetBytes: number): Promise<boolean> {
    const root = rootOf(budget);
    const excess = (await this.#reader.bytesOf(root)) - targetBytes;
    if (excess <= 0) return false;
    const cuts: Cut[] = [];
    await this.#cutBelow(root, excess, cuts);
    let shedRows = 0;
    const whole = cuts.filter(({ holder, rows }) => holder.member !== null && rows >= holder.rows);
    const parts = cuts.filter((cut) => !whole.includes(cut));
    for (const table of tablesOf(budget)) {
      const open = parts.filter(({ rows }) => rows > 0);
      const removals = whole.length > 0 ? [this.#removal(table, whole)] : [];
      const statements = [...removals, ...open.map((cut) => this.#deletion(table, cut))];
      if (statements.length === 0) break;
      const results = await this.#database.batch([...statements, ...this.#settle], 'reclaim');
      const gone = results.slice(0, statements.length).map(({ rowsAffected }) => rowsAffected);
      for (const [index, cut] of open.entries()) cut.rows -= gone[removals.length + index] ?? 0;
      const rows = gone.reduce((sum, count) => sum + count, 0);
      this.#counts.add(budget, table.name, rows);
      shedRows += rows;
    }
    return shedRows > 0;
  }

  /** Deletes all rows of these sessions or viewers in one statement: a flood can have many. */
  #removal({ name, member = 'viewer' }: Table, cuts: readonly Cut[]): Statement {
    const { dialect } = this.#database;
    const { textsOf } = FRAGMENTS[dialect];
    const members = JSON.stringify(cuts.map(({ holder }) => holder.member));
    const ids = JSON.stringify(cuts.map(({ holder }) => String(holder.id)));
    return rawStatement(
      dialect,
      sql`DELETE FROM ${sql.table(name)} WHERE ${sql.ref(member)} IN ${textsOf(members)}
        AND cast(holder AS text) IN ${textsOf(ids)}`,
    );
  }

  /** Adds cuts of a node's children, which hold too much together, until a chunk is full. */
  async #cutBelow(parent: number, excessBytes: number, cuts: Cut[]): Promise<void> {
    const children = await this.#reader.largest(parent, LARGEST_LOOKED_AT);
    const sizes = children.map(({ bytes }) => bytes);
    const level = fairLevel(sizes, excessBytes, sizes.length < LARGEST_LOOKED_AT);
    for (const child of children) {
      const rowsPlanned = cuts.reduce((sum, { rows }) => sum + rows, 0);
      if (child.bytes <= level || rowsPlanned >= CHUNK_ROWS) return;
      const before = cuts.length;
      await this.#cutBelow(child.id, child.bytes - level, cuts);
      if (cuts.length === before) cuts.push(cutOf(child, level, CHUNK_ROWS - rowsPlanned));
    }
  }

  /** Deletes nothing if another process has cut the same holder since it was read. */
  #deletion({ name, member, oldest }: Table, { holder, rows, levelBytes }: Cut): Statement {
    const { dialect } = this.#database;
    const { rowId } = FRAGMENTS[dialect];
    const found =
      member === undefined || holder.member === null
        ? sql`holder = ${holder.id}`
        : sql`${sql.ref(member)} = ${holder.member} AND holder = ${holder.id}`;
    const isSorted = name === 'events' && holder.rows <= SORTED_ROWS_MAX;
    const order = isSorted ? sql`${IMPORTANCE_OF_EVENT}, ${sql.ref(oldest)}` : sql.ref(oldest);
    return rawStatement(
      dialect,
      sql`DELETE FROM ${sql.table(name)} WHERE ${rowId} IN (
          SELECT ${rowId} FROM ${sql.table(name)} WHERE ${found} ORDER BY ${order} LIMIT ${rows})
        AND (SELECT bytes FROM holders WHERE id = ${holder.id}) > ${levelBytes}`,
    );
  }
}

/** Sizes of single rows are not known here: as many rows are deleted as have the excess size on average. */
function cutOf(holder: HeldNode, levelBytes: number, rowsMax: number): Cut {
  const share = (holder.bytes - levelBytes) / holder.bytes;
  return { holder, levelBytes, rows: Math.min(Math.max(1, Math.ceil(holder.rows * share)), rowsMax) };
}
