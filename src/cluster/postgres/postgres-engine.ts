import type { InStatement } from '@libsql/client';
import type { ClientBase } from 'pg';
import type { BatchMode, Result, Statement } from '../../provider/database/database.ts';
import type { Engine } from '../../provider/database/group-commit.ts';
import { engineError } from './postgres-errors.ts';

/** A connection of a pool, or a single connection. */
export interface Connection extends Pick<ClientBase, 'query'> {
  release(isBroken?: boolean): void;
}

/** Runs each transaction on a separate connection. */
export class PostgresEngine implements Engine {
  readonly #connect: () => Promise<Connection>;
  readonly #lock: number;

  /** @param lock Advisory lock that a writing transaction holds, so that transactions of all processes write one at a time. */
  constructor(connect: () => Promise<Connection>, lock: number) {
    this.#connect = connect;
    this.#lock = lock;
  }

  async batch(statements: InStatement[], mode: BatchMode): Promise<readonly Result[]> {
    const client = await this.#connect().catch((error: unknown) => {
      throw engineError(error);
    });
    try {
      const results = await this.#transaction(client, statements as Statement[], mode);
      client.release();
      return results;
    } catch (error) {
      const failure = engineError(error);
      // Closes the connection after a failure, because a rollback could fail as well, or never end.
      client.release(true);
      throw failure;
    }
  }

  /** Does nothing: the owner of the pool closes the connections. */
  close(): void {
    return undefined;
  }

  async #transaction(client: Connection, statements: readonly Statement[], mode: BatchMode): Promise<Result[]> {
    const [only] = statements;
    if (mode === 'read' && statements.length === 1 && only !== undefined) return [await run(client, only)];
    await client.query(
      mode === 'read'
        ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
        : `BEGIN; SELECT pg_advisory_xact_lock(${this.#lock})`,
    );
    const results: Result[] = [];
    for (const statement of statements) results.push(await run(client, statement));
    await client.query('COMMIT');
    return results;
  }
}

async function run(client: Connection, statement: Statement): Promise<Result> {
  const text = typeof statement === 'string' ? statement : statement.sql;
  const values = typeof statement === 'string' ? [] : statement.args.map(storable);
  const { rows, rowCount } = await client.query<Record<string, unknown>>({ text, values });
  return { rows, rowsAffected: rowCount ?? 0 };
}

/** Replaces NUL, which PostgreSQL cannot store in a text, so that the rest of the row is kept. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
