import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import { openDatabases, type DatabaseAddress } from '../../../../src/provider/database/open-database.ts';

/** For tests that do not tell its two ways apart. */
export async function openDatabase(address: DatabaseAddress, clock: Clock, maxBytes?: number): Promise<Database> {
  return (await openDatabases(address, clock, maxBytes)).state;
}
