import type { Dialect } from './queries/dialect.ts';

/** The values that a column accepts and returns. */
export type Value = string | number | null;

export type Statement = string | { readonly sql: string; readonly args: readonly Value[] };

export interface Result {
  /** Rows by column name. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowsAffected: number;
}

/** `reclaim` is a write that makes room: it succeeds in a full file, and runs in a transaction of its own. */
export type BatchMode = 'read' | 'write' | 'reclaim';

/**
 * The interface that the stores use: SQL in, plain data out, so that the engine may run in another process. A write has
 * been committed when its promise resolves. Rejects with `StorageUnavailable` if a later retry may help.
 */
export interface Database {
  /** SQL dialect of the statements. */
  readonly dialect: Dialect;
  execute(statement: Statement): Promise<Result>;
  /** Runs one transaction: all statements or none. */
  batch(statements: readonly Statement[], mode: BatchMode): Promise<readonly Result[]>;
  close(): Promise<void>;
}

/** One statement in a separate transaction. */
export async function executeOne(batch: Database['batch'], statement: Statement): Promise<Result> {
  const sql = typeof statement === 'string' ? statement : statement.sql;
  const [result] = await batch([statement], /^\s*SELECT\b/i.test(sql) ? 'read' : 'write');
  if (result === undefined) throw new Error('the database has answered nothing');
  return result;
}
