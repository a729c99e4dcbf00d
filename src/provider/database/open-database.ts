import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createClient, type Client } from '@libsql/client';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { BoundedFile } from './bounded-file.ts';
import { BoundedLog } from './bounded-log.ts';
import type { Database } from './database.ts';
import { databasePath } from './database-path.ts';
import { DatabaseFile } from './database-file.ts';
import { GroupCommit, type Engine } from './group-commit.ts';
import { keepPrivate } from './private-file.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { dialectOf } from './queries/dialect.ts';
import { failureOf, StorageUnavailable } from './storage-errors.ts';

/** How long the engine itself waits for a lock, which blocks its process; `GroupCommit` keeps retrying. */
const BUSY_TIMEOUT_MS = 200;

/** Location of and access to a database. */
export interface DatabaseAddress {
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`, or `postgres://user@host/database`. */
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** A database that cannot be opened, for an external reason; the message says what to do. */
export class DatabaseUnavailable extends StorageUnavailable {}

/** Limit of the write-ahead log. It is checkpointed after a thousand pages, which are 4 MB. */
const LOG_MAX_BYTES = 134_217_728;

/** Two interfaces to one database. Closing `state` closes both. */
export interface Databases {
  /** Database of viewers, tokens and everything else that is small. */
  readonly state: Database;
  /** Connection for events, which arrive in bulk: a viewer who likes a video should not wait for them. */
  readonly events: Database;
}

/** Opens and migrates the databases at an address. */
export type OpenDatabases = (url: string, clock: Clock) => Promise<Databases>;

export interface OpenDatabaseOptions {
  /** Maximum size of a file; unlimited if absent. */
  readonly maxFileBytes?: number;
  /** Opens an address of PostgreSQL. */
  readonly openPostgres?: OpenDatabases | undefined;
}

/** Opens the database, creates its folder if it is a file, and migrates it. */
export async function openDatabases(
  address: DatabaseAddress,
  clock: Clock,
  options: OpenDatabaseOptions = {},
): Promise<Databases> {
  try {
    return await open(address, clock, options);
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const advice = 'Name another in ORIEL_DATABASE_URL, or another folder in ORIEL_DATA_DIR.';
    throw new DatabaseUnavailable(`The database ${shown(address.url)} cannot be used: ${reason}. ${advice}`, {
      cause,
      code: failureOf(cause).code,
    });
  }
}

/** The address without its password, for messages. */
function shown(url: string): string {
  return url.replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, '$1@');
}

async function open(
  address: DatabaseAddress,
  clock: Clock,
  { maxFileBytes = Infinity, openPostgres }: OpenDatabaseOptions,
): Promise<Databases> {
  if (dialectOf(address.url) === 'postgres') {
    if (openPostgres === undefined) throw new Error('this server has no driver for PostgreSQL');
    return openPostgres(address.url, clock);
  }
  const database = await openLibSql(address, clock, maxFileBytes);
  return { state: database, events: database };
}

async function openLibSql({ url, authToken }: DatabaseAddress, clock: Clock, maxBytes: number): Promise<Database> {
  const file = databasePath(url);
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    keepPrivate(file);
  }
  // One connection: its settings apply to every statement.
  const connections = file !== undefined ? { concurrency: 1 } : {};
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS, ...connections, ...(authToken && { authToken }) });
  try {
    return file !== undefined ? await openFile(client, file, clock, maxBytes) : await migrated(client, clock);
  } catch (error) {
    client.close();
    throw error;
  }
}

async function openFile(client: Client, path: string, clock: Clock, maxBytes: number): Promise<Database> {
  const file = new DatabaseFile(client);
  // Readers do not wait for the writer, and commits are synced to disk, which group commit makes affordable.
  await file.set('journal_mode', 'WAL');
  await file.set('synchronous', 'FULL');
  const log = new BoundedLog(file, `${path}-wal`, LOG_MAX_BYTES);
  const database = await migrated(log, clock);
  if (!Number.isFinite(maxBytes)) return database;
  await file.set('journal_size_limit', LOG_MAX_BYTES);
  return new GroupCommit(await BoundedFile.open(file, log, maxBytes), clock);
}

async function migrated(engine: Engine, clock: Clock): Promise<Database> {
  const database = new GroupCommit(engine, clock);
  await migrate(database, MIGRATIONS, clock.now());
  return database;
}
