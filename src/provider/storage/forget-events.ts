import { sql, type RawBuilder } from 'kysely';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { forgetEmptyHolders } from '../budgets/forget-empty-holders.ts';
import { settleStatements } from '../budgets/holder-statements.ts';
import { IDS_OF_BUDGET } from '../budgets/holder.ts';
import type { Database, Result } from '../database/database.ts';
import { inLaneOfEvents } from '../database/lanes.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { rawStatement } from '../database/queries/queries.ts';
import { numberOf } from '../database/row.ts';

/** Rows that are read and deleted in one transaction, which takes some milliseconds. */
const CHUNK_ROWS = 500;

/**
 * A network counts as part of the flood if its rows of other times are less than a hundredth of its rows of this time: some events
 * before or after the flood do not make its sender a viewer.
 */
const OTHERS_SHARE = 100;

export interface ForgetOptions {
  /** Times of arrival, by the provider's clock. */
  readonly fromMs: number;
  /** End of the period; rows of this time are kept. */
  readonly toMs: number;
  /** Whether to keep rows of known networks, which are viewers rather than a flood. */
  readonly keepKnown: boolean;
}

/** Numbers of rows of a period, and of their networks. */
export interface ForgottenRows {
  readonly events: number;
  readonly sessions: number;
  readonly networks: number;
  /**
   * Known networks have at least a hundredth as many rows of other times as of this period. With `keepKnown`, the fields above
   * do not include them.
   */
  readonly knownNetworks: number;
  readonly knownEvents: number;
}

interface Network {
  readonly events: number;
  readonly sessions: number;
  readonly isKnown: boolean;
}

/** Networks by their numbers, which mean nothing outside of their day, with their rows of the period. */
type Networks = ReadonlyMap<number, Network>;

interface TableWithTime {
  readonly name: 'events' | 'sessions' | 'batches';
  readonly key: 'id' | 'session_id';
  readonly time: 'received_at_ms' | 'last_seen_ms';
  /** Column in whose order its rows are read. */
  readonly order: 'received_at_ms' | 'last_seen_ms' | 'id';
  /** Levels of holders from its rows up to the network. */
  readonly levels: 1 | 2;
  /** Condition on rows to delete, besides their time. */
  readonly isFree: RawBuilder<unknown>;
}

/** Events first: a session or a batch is deleted with its last event. */
const TABLES: readonly TableWithTime[] = [
  { name: 'events', key: 'id', time: 'received_at_ms', order: 'received_at_ms', levels: 2, isFree: sql`true` },
  {
    ...{ name: 'sessions', key: 'session_id', time: 'last_seen_ms', order: 'last_seen_ms', levels: 2 },
    isFree: sql`NOT EXISTS (SELECT 1 FROM events WHERE events.session_id = sessions.session_id)`,
  },
  {
    ...{ name: 'batches', key: 'id', time: 'received_at_ms', order: 'id', levels: 1 },
    isFree: sql`NOT EXISTS (SELECT 1 FROM events WHERE events.batch_id = batches.id)`,
  },
];

/** Counts what {@link forgetEvents} would delete. */
export async function findForgettable(database: Database, options: ForgetOptions): Promise<ForgottenRows> {
  return sumOf(await networksOf(database, options), options);
}

/**
 * Deletes stored events that arrived in a period, and sessions and batches that have no other events, and subtracts them from
 * the budgets. Works in small chunks with pauses as long as the work, so that a server on the same database stays responsive.
 * Totals and view counts stay: they are sums that cannot be split by time.
 */
export async function forgetEvents(database: Database, clock: Clock, options: ForgetOptions): Promise<ForgottenRows> {
  const networks = await networksOf(database, options);
  const isKept = (network: number): boolean => options.keepKnown && networks.get(network)?.isKnown !== false;
  for (const table of TABLES) await forgetRows(database, clock, { ...options, table, isKept });
  await forgetEmptyHolders(database);
  return sumOf(networks, options);
}

interface TableOptions extends Pick<ForgetOptions, 'fromMs' | 'toMs'> {
  readonly table: TableWithTime;
  readonly isKept: (network: number) => boolean;
}

async function forgetRows(
  database: Database,
  clock: Clock,
  { table, fromMs, toMs, isKept }: TableOptions,
): Promise<void> {
  const { dialect } = database;
  const { given, rowsJson } = FRAGMENTS[dialect];
  const { name, key, time, order, isFree } = table;
  const columns = { row_key: key === 'id' ? 'bigint' : 'text' } as const;
  const [row, orderOfRow] = [sql.ref(`${name}.${key}`), sql.ref(`${name}.${order}`)];
  let last: { readonly order: number; readonly key: string | number } | undefined;
  for (;;) {
    const startedMs = clock.monotonicNow();
    const further = last === undefined ? sql`true` : sql`(${orderOfRow}, ${row}) > (${last.order}, ${last.key})`;
    const { rows } = await database.execute(
      rawStatement(
        dialect,
        sql`SELECT ${row} AS row_key, ${orderOfRow} AS row_order, ${networkOf(table)} AS network
          FROM ${sql.table(name)} ${joinsOf(table)}
          WHERE ${sql.ref(`${name}.${time}`)} >= ${fromMs} AND ${sql.ref(`${name}.${time}`)} < ${toMs} AND ${further}
          ORDER BY ${orderOfRow}, ${row} LIMIT ${CHUNK_ROWS}`,
      ),
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    const keys = rows
      .filter((found) => !isKept(numberOf(found, 'network')))
      .map((found) => ({ row_key: found['row_key'] as string | number }));
    if (keys.length > 0) {
      const remove = sql`DELETE FROM ${sql.table(name)}
        WHERE ${sql.ref(key)} IN (SELECT row_key FROM ${given(rowsJson(keys, columns), columns)})
        AND ${sql.ref(time)} >= ${fromMs} AND ${sql.ref(time)} < ${toMs} AND ${isFree}`;
      await database.batch(
        [...inLaneOfEvents(dialect), rawStatement(dialect, remove), ...settleStatements(dialect)],
        'reclaim',
      );
    }
    last = { order: numberOf(end, 'row_order'), key: end['row_key'] as string | number };
    await delay(clock, clock.monotonicNow() - startedMs);
  }
}

async function networksOf(database: Database, { fromMs, toMs }: ForgetOptions): Promise<Networks> {
  const { dialect } = database;
  const within = (column: string) => sql`${sql.ref(column)} >= ${fromMs} AND ${sql.ref(column)} < ${toMs}`;
  await database.batch(settleStatements(dialect), 'reclaim');
  const { rows } = await database.execute(
    rawStatement(
      dialect,
      sql`SELECT network.id AS id, network.row_count AS held, sum(found.events) AS events, sum(found.sessions) AS sessions
        FROM (
          SELECT holder, count(*) AS events, 0 AS sessions FROM events WHERE ${within('received_at_ms')} GROUP BY holder
          UNION ALL
          SELECT holder, 0, count(*) FROM sessions
            WHERE ${within('last_seen_ms')} AND first_seen_ms >= ${fromMs} GROUP BY holder
        ) AS found
        JOIN holders AS member ON member.id = found.holder
        JOIN holders AS address ON address.id = member.parent
        JOIN holders AS network ON network.id = address.parent
        GROUP BY network.id, network.row_count`,
    ),
  );
  return new Map(rows.map((row) => [networkNumber(numberOf(row, 'id')), networkFrom(row)]));
}

function networkFrom(row: Result['rows'][number]): Network {
  const [events, sessions] = [numberOf(row, 'events'), numberOf(row, 'sessions')];
  const others = numberOf(row, 'held') - events - sessions;
  return { events, sessions, isKnown: others > 0 && others * OTHERS_SHARE >= events + sessions };
}

function sumOf(networks: Networks, { keepKnown }: ForgetOptions): ForgottenRows {
  const all = [...networks.values()];
  const known = all.filter(({ isKnown }) => isKnown);
  const going = keepKnown ? all.filter(({ isKnown }) => !isKnown) : all;
  const sum = (of: readonly Network[], what: 'events' | 'sessions'): number =>
    of.reduce((total, network) => total + network[what], 0);
  return {
    events: sum(going, 'events'),
    sessions: sum(going, 'sessions'),
    networks: going.length,
    knownNetworks: known.length,
    knownEvents: sum(known, 'events'),
  };
}

/** Number of a network, the same for all budgets: ids of one network differ only in the remainder modulo 16. */
function networkNumber(id: number): number {
  return Math.floor(id / IDS_OF_BUDGET);
}

function joinsOf({ name, levels }: TableWithTime): RawBuilder<unknown> {
  const first = sql`JOIN holders AS owner ON owner.id = ${sql.ref(`${name}.holder`)}`;
  return levels === 1 ? first : sql`${first} JOIN holders AS address ON address.id = owner.parent`;
}

function networkOf({ levels }: TableWithTime): RawBuilder<unknown> {
  const id = levels === 1 ? sql`owner.parent` : sql`address.parent`;
  return sql`(${id} - ${id} % ${sql.lit(IDS_OF_BUDGET)}) / ${sql.lit(IDS_OF_BUDGET)}`;
}
