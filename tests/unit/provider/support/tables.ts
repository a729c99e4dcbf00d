import type { Database, Value } from '../../../../src/provider/database/database.ts';

/** Queries for the names of all tables, by dialect. */

const TABLES = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
};

export async function tablesOf(database: Database): Promise<string[]> {
  return (await database.execute(TABLES[database.dialect])).rows.map(({ name }) => String(name));
}

/** The columns of a table, without `rowid`, which is an explicit column only in PostgreSQL. */
export async function columnsOf(database: Database, table: string): Promise<{ name: string; isText: boolean }[]> {
  const { rows } = await database.execute(
    database.dialect === 'sqlite'
      ? `SELECT name, type FROM pragma_table_info('${table}')`
      : `SELECT column_name AS name, data_type AS type FROM information_schema.columns
          WHERE table_name = '${table}' AND table_schema = 'public' ORDER BY ordinal_position`,
  );
  return rows
    .map(({ name, type }) => ({ name: String(name), isText: String(type).toLowerCase() === 'text' }))
    .filter(({ name }) => name !== 'rowid');
}

/** Adds a row with these values, and a number or a text made of `serial` in every other column. */
export async function addRow(
  database: Database,
  table: string,
  serial: number,
  given: Readonly<Record<string, Value>>,
): Promise<void> {
  const columns = await columnsOf(database, table);
  const literal = (value: Value): string => (typeof value === 'string' ? `'${value}'` : String(value));
  const values = columns.map(({ name, isText }) => literal(given[name] ?? (isText ? `text ${serial}` : serial)));
  await database.execute(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${values.join(', ')})`,
  );
}

export async function countOf(database: Database, table: string): Promise<number> {
  return Number((await database.execute(`SELECT count(*) AS count FROM ${table}`)).rows[0]?.['count']);
}
