import type { Database } from './database.ts';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { textOf } from './row.ts';

const SECRET_BYTES = 32;

/** A random key that is created once and stored, so that tokens stay valid after a restart. */
export async function readSecret(database: Database, random: Random, name = 'signing-key'): Promise<Uint8Array> {
  const fresh = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  await database.execute({ sql: 'INSERT OR IGNORE INTO secrets VALUES (?, ?)', args: [name, fresh] });
  const found = await database.execute({ sql: 'SELECT value FROM secrets WHERE name = ?', args: [name] });
  return Buffer.from(textOf(found.rows[0], 'value'), 'base64url');
}
