import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import type { Database } from '../provider/database/database.ts';
import { explainMissingDatabase } from '../provider/database/database-path.ts';
import { openDatabases } from '../provider/database/open-database.ts';
import type { Settings } from '../provider/settings/settings.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';

/** A clock whose timers keep the process alive, because between two chunks of work nothing else does. */
export const commandClock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});

/** Opens the server's database. If there is none, rejects with advice. */
export async function openCommandDatabase({ databaseUrl, databaseAuthToken }: Settings): Promise<Database> {
  const missing = await explainMissingDatabase(databaseUrl);
  if (missing !== undefined) throw new Error(missing);
  return (await openDatabases({ url: databaseUrl, authToken: databaseAuthToken }, commandClock, STORAGE_PARTS)).state;
}
