import type { Database } from './database.ts';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { queriesFor, statementOf } from './queries/queries.ts';
import { textOf } from './row.ts';
import { StorageUnavailable } from './storage-errors.ts';

const SECRET_BYTES = 32;

/** A random key that is created once and stored, so that tokens stay valid after a restart. */
export async function readSecret(database: Database, random: Random, name = 'signing-key'): Promise<Uint8Array> {
  const fresh = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  const queries = queriesFor(database.dialect);
  const add = queries
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing());
  await database.execute(statementOf(add));
  const found = await database.execute(
    statementOf(queries.selectFrom('secrets').select('value').where('name', '=', name)),
  );
  return Buffer.from(textOf(found.rows[0], 'value'), 'base64url');
}

/** Like {@link readSecret}; while the database is unavailable, a temporary key of this process, so that pages are still served. */
export async function readSecretOrMake(database: Database, random: Random): Promise<Uint8Array> {
  try {
    return await readSecret(database, random);
  } catch (error) {
    if (error instanceof StorageUnavailable) return random.bytes(SECRET_BYTES);
    throw error;
  }
}
