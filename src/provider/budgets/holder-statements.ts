import { sql } from 'kysely';
import type { Statement, Value } from '../database/database.ts';
import { inLaneOfEvents } from '../database/lanes.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { rawStatement, template } from '../database/queries/queries.ts';
import { IDS_OF_BUDGET, type Holder, type HolderPath } from './holder.ts';

/** Statements that make holders known to the database, before or with rows that name them. */
export function holderStatements(dialect: Dialect): { know(...paths: readonly HolderPath[]): Statement } {
  const known = new Map<number, (values: Readonly<Record<string, Value>>) => Statement>();
  // A statement for each number of holders: as separate values, a few holders take a third of the time that they take as JSON.
  const statementFor = (count: number) => {
    const found = known.get(count) ?? knowing(dialect, count);
    known.set(count, found);
    return found;
  };
  return {
    know(...paths) {
      const holders = [...new Map(paths.flat().map((one): [number, Holder] => [one.id, one])).values()];
      const values = holders.flatMap(({ id, parent, member }, index): [string, Value][] => [
        [`id${index}`, id],
        [`parent${index}`, parent],
        [`member${index}`, member],
      ]);
      return statementFor(holders.length)(Object.fromEntries(values));
    },
  };
}

function knowing(dialect: Dialect, count: number) {
  return template<string>(dialect, (argument) => {
    const rows = Array.from(
      { length: count },
      (_, index) => sql`(${argument(`id${index}`)}, ${argument(`parent${index}`)}, ${argument(`member${index}`)})`,
    );
    return sql`INSERT INTO named_holders (id, parent, member) VALUES ${sql.join(rows)}`;
  });
}

/**
 * Stores holders that were named since the last time, and adds the changes to their counts and the counts of their parents. Runs in one
 * transaction of the connection for state, which waits for transactions of events: no row is counted before its holder is named.
 */
export function settleStatements(dialect: Dialect): Statement[] {
  const above = (from: unknown) => sql`SELECT ${from}.parent, held.row_count, held.bytes
    FROM held JOIN holders AS one ON one.id = held.holder JOIN holders AS two ON two.id = one.parent`;
  const know = sql`
    INSERT INTO holders (id, parent, member, row_count, bytes)
    SELECT id, max(parent), max(member), 0, 0 FROM named_holders WHERE true GROUP BY id
    ON CONFLICT (id) DO NOTHING`;
  const settle = sql`
    WITH held AS (
      SELECT holder, sum(row_count) AS row_count, sum(bytes) AS bytes FROM holder_changes GROUP BY holder
    )
    UPDATE holders SET row_count = holders.row_count + changed.row_count, bytes = holders.bytes + changed.bytes
    FROM (
      SELECT id, sum(row_count) AS row_count, sum(bytes) AS bytes FROM (
        SELECT holder AS id, row_count, bytes FROM held
        UNION ALL ${above(sql`one`)}
        UNION ALL ${above(sql`two`)} WHERE two.parent >= ${sql.lit(IDS_OF_BUDGET)}
        UNION ALL SELECT holder % ${sql.lit(IDS_OF_BUDGET)}, row_count, bytes FROM held
      ) AS counted GROUP BY id
    ) AS changed
    WHERE holders.id = changed.id`;
  return [
    ...inLaneOfEvents(dialect),
    ...[know, settle].map((text) => rawStatement(dialect, text)),
    'DELETE FROM named_holders',
    'DELETE FROM holder_changes',
  ];
}
