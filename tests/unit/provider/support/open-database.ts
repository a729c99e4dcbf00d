import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import {
  openDatabases,
  type DatabaseAddress,
  type Databases,
} from '../../../../src/provider/database/open-database.ts';
import { STORAGE_PARTS } from '../../../../src/server/open-server-storage.ts';

/** A database of any kind, as the server opens it. */
export function openServerDatabases(address: DatabaseAddress, clock: Clock, maxFileBytes?: number): Promise<Databases> {
  return openDatabases(address, clock, { ...STORAGE_PARTS, ...(maxFileBytes !== undefined && { maxFileBytes }) });
}

/** Only the connection for state, for tests that need no separate connection for events. */
export async function openDatabase(address: DatabaseAddress, clock: Clock, maxFileBytes?: number): Promise<Database> {
  return (await openServerDatabases(address, clock, maxFileBytes)).state;
}
