/** SQL dialect of an engine; libSQL has SQLite's. */
export type Dialect = 'sqlite' | 'postgres';

/** Dialect by the address of a database. */
export function dialectOf(url: string): Dialect {
  return /^postgres(?:ql)?:/i.test(url) ? 'postgres' : 'sqlite';
}
