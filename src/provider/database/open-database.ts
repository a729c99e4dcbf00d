import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import type { Clock } from '../../../protocol/clock.ts';
import type { Database } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { StorageUnavailable } from './storage-errors.ts';

/** How long the engine itself waits for a lock, which blocks its process; `GroupCommit` goes on asking. */
const BUSY_TIMEOUT_MS = 200;

/** Where a database is, and how to get in. */
export interface DatabaseAddress {
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`. */
  readonly url: string;
  readonly authToken?: string | undefined;
}

/** It cannot be opened, for a reason outside of the program; the message says what to do. */
export class DatabaseUnavailable extends StorageUnavailable {}

/** Opens the database, makes its folder where it is a file, and brings it up to date. */
export async function openDatabase(address: DatabaseAddress, clock: Clock): Promise<Database> {
  try {
    return await open(address, clock);
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const advice = 'Name another in ORIEL_DATABASE_URL, or another folder in ORIEL_DATA_DIR.';
    throw new DatabaseUnavailable(`The database ${address.url} cannot be used: ${reason}. ${advice}`, { cause });
  }
}

async function open({ url, authToken }: DatabaseAddress, clock: Clock): Promise<Database> {
  const isFile = url.startsWith('file:');
  if (isFile) mkdirSync(dirname(filePath(url)), { recursive: true });
  /** One connection: what is set for it holds for every statement. */
  const connections = isFile ? { concurrency: 1 } : {};
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS, ...connections, ...(authToken && { authToken }) });
  try {
    /** Readers do not wait for the writer, and what was committed is on the disk; groups make that affordable. */
    if (isFile) {
      await client.execute('PRAGMA journal_mode = WAL');
      await client.execute('PRAGMA synchronous = FULL');
    }
    const database = new GroupCommit(client, clock);
    await migrate(database, MIGRATIONS, clock.now());
    return database;
  } catch (error) {
    client.close();
    throw error;
  }
}

function filePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length).replace(/[?#].*$/, '');
}
