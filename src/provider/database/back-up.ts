import { rm } from 'node:fs/promises';
import { createClient } from '@libsql/client';
import { exists, explainMissingDatabase } from './database-path.ts';
import { createPrivateFile } from './private-file.ts';
import { dialectOf } from './queries/dialect.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';

/**
 * Copies the database of a running provider into one file: a consistent snapshot that includes the write-ahead log. A
 * copy of the database file alone would lack the log.
 */
export async function backUp(url: string, target: string): Promise<Outcome<void>> {
  if (dialectOf(url) === 'postgres')
    return fail('storage.unavailable', `The database is PostgreSQL: pg_dump --format=custom --file=${target} DATABASE`);
  if (!url.startsWith('file:'))
    return fail('storage.unavailable', `The database is at ${url}, not in a file: back it up where it is.`);
  const missing = await explainMissingDatabase(url);
  if (missing !== undefined) return fail('storage.unavailable', missing);
  if (await exists(target)) return fail('storage.unavailable', `${target} exists already. Name another file.`);
  const client = createClient({ url });
  try {
    // The engine would create the file with the mode of the umask; it keeps the mode of an existing empty file.
    createPrivateFile(target);
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
    return succeed(undefined);
  } catch (error) {
    await rm(target, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `the folder of ${target} does not exist` : message;
    return fail('storage.unavailable', `The backup failed: ${reason}.`);
  } finally {
    client.close();
  }
}
