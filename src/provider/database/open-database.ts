import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@libsql/client';
import type { Clock } from '../../../protocol/clock.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** A start that failed for a reason outside of the program; its message says what to do. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Opens the database at a libSQL address, makes its folder where it is a file, and brings it up to date. */
export async function openDatabase(url: string, clock: Clock, authToken?: string): Promise<Client> {
  try {
    return await open(url, clock, authToken);
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const advice = 'Name another in ORIEL_DATABASE_URL, or another folder in ORIEL_DATA_DIR.';
    throw new DatabaseUnavailable(`The database ${url} cannot be used: ${reason}. ${advice}`, { cause });
  }
}

async function open(url: string, clock: Clock, authToken: string | undefined): Promise<Client> {
  if (url.startsWith('file:')) mkdirSync(dirname(filePath(url)), { recursive: true });
  const client = createClient({ url, timeout: BUSY_TIMEOUT_MS, ...(authToken === undefined ? {} : { authToken }) });
  try {
    /** Readers do not wait for the writer, and a crash of the machine costs the last moments, not the file. */
    if (url.startsWith('file:')) {
      await client.execute('PRAGMA journal_mode = WAL');
      await client.execute('PRAGMA synchronous = NORMAL');
    }
    await migrate(client, MIGRATIONS, clock.now());
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

function filePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length).replace(/[?#].*$/, '');
}
