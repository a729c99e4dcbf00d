import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import { FRAGMENTS } from './fragments.ts';

/**
 * Assignments of `ON CONFLICT DO UPDATE SET` that add the new row's columns to the columns of the table. Sums are capped: a number
 * that JavaScript cannot represent would fail every later read.
 */
export function cappedSums(dialect: Dialect): (table: string, ...columns: string[]) => RawBuilder<unknown> {
  const { least } = FRAGMENTS[dialect];
  return (table, ...columns) =>
    sql.join(
      columns.map((name) => {
        const [column, old, added] = [name, `${table}.${name}`, `excluded.${name}`].map((one) => sql.raw(one));
        return sql`${column} = ${least}(${old} + ${added}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`;
      }),
    );
}
