import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import type { Database } from '../provider/database/database.ts';
import { explainMissingDatabase } from '../provider/database/database-path.ts';
import { openDatabases } from '../provider/database/open-database.ts';
import type { Settings } from '../provider/settings/settings.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';

/** Timers of this clock keep the process alive: between two chunks nothing else does. */
export const commandClock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});

/** Opens the database of the server. Rejects with what to do where there is none. */
export async function openCommandDatabase({ databaseUrl, databaseAuthToken }: Settings): Promise<Database> {
  const missing = await explainMissingDatabase(databaseUrl);
  if (missing !== undefined) throw new Error(missing);
  return (await openDatabases({ url: databaseUrl, authToken: databaseAuthToken }, commandClock, STORAGE_PARTS)).state;
}
