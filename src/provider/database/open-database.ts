import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@libsql/client';
import type { Clock } from '../../../protocol/clock.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** Opens the database at a libSQL address, makes its folder where it is a file, and brings it up to date. */
export async function openDatabase(url: string, clock: Clock, authToken?: string): Promise<Client> {
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
