import { Client, Pool, types, type ClientConfig } from 'pg';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  executeOne,
  type BatchMode,
  type Database,
  type Result,
  type Statement,
} from '../../provider/database/database.ts';
import { GroupCommit, type Engine } from '../../provider/database/group-commit.ts';
import { LOCKS } from '../../provider/database/lanes.ts';
import { migrate } from '../../provider/database/migrate.ts';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { errorOf, failureOf } from '../../provider/database/storage-errors.ts';
import type { Databases } from '../../provider/database/open-database.ts';
import { PostgresEngine, type Connection } from './postgres-engine.ts';
import { POSTGRES_MIGRATIONS } from './postgres-migrations.ts';

/** Connections of one process: two for the lanes that write, the others for readers. */
const CONNECTIONS_MAX = 6;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time after which the server ends a statement. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Time after which the client stops waiting: in a broken network, the server cannot report that it has ended a statement. */
const QUERY_TIMEOUT_MS = 40_000;

const INT8 = 20;
const NUMERIC = 1_700;

/** Opens and migrates a PostgreSQL database. Any number of processes may do so at once. */
export async function openPostgres(url: string, clock: Clock): Promise<Databases> {
  const options: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'oriel',
    types: { getTypeParser: parserOf },
  };
  await migrateAlone(options, clock);
  const pool = new Pool({ ...options, max: CONNECTIONS_MAX });
  // Ignores the error of a connection that breaks between statements: the next statement fails, or uses a new connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = (): Promise<Connection> => pool.connect();
  const events = new PostgresDatabase(new PostgresEngine(connect, LOCKS.events), clock);
  const state = new PostgresDatabase(new PostgresEngine(connect, LOCKS.state), clock, async () => {
    await events.close();
    if (!pool.ending) await pool.end();
  });
  return { state, events };
}

/** Parses 64-bit integers and numerics as numbers, since no stored count exceeds the safe integers. */
const parserOf = ((oid: number) =>
  oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid)) as typeof types.getTypeParser;

/** Migrates under a lock: other processes wait, and then find nothing to migrate. A migration has no time limit. */
async function migrateAlone(options: ClientConfig, clock: Clock): Promise<void> {
  const client = new Client({ ...options, statement_timeout: 0, query_timeout: 0 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(${LOCKS.migration})`);
    const connection: Connection = { query: client.query.bind(client), release: () => undefined };
    const engine = new PostgresEngine(() => Promise.resolve(connection), LOCKS.migration);
    await migrate(new GroupCommit(engine, clock, 'postgres'), POSTGRES_MIGRATIONS, clock.now());
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

/** A lane of the PostgreSQL database. Readers have separate connections, so they do not wait for the writer. */
class PostgresDatabase implements Database {
  readonly dialect: Dialect = 'postgres';
  readonly #engine: Engine;
  readonly #writer: GroupCommit;
  readonly #onClose: () => Promise<void>;

  constructor(engine: Engine, clock: Clock, onClose: () => Promise<void> = () => Promise.resolve()) {
    this.#engine = engine;
    this.#writer = new GroupCommit(engine, clock, 'postgres');
    this.#onClose = onClose;
  }

  execute(statement: Statement): Promise<Result> {
    return executeOne((statements, mode) => this.batch(statements, mode), statement);
  }

  async batch(statements: readonly Statement[], mode: BatchMode): Promise<readonly Result[]> {
    if (mode !== 'read') return this.#writer.batch(statements, mode);
    try {
      return await this.#engine.batch(statements as Parameters<Engine['batch']>[0], mode);
    } catch (error) {
      throw errorOf(failureOf(error));
    }
  }

  async close(): Promise<void> {
    await this.#writer.close();
    await this.#onClose();
  }
}
