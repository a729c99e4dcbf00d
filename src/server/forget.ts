import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import { databasePath, explainMissingDatabase } from '../provider/database/database-path.ts';
import { DatabaseUnavailable, openDatabases } from '../provider/database/open-database.ts';
import { commandSettings } from './command-settings.ts';
import { forgetCommand } from './forget-command.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';
import { complain, say } from './terminal.ts';

/** Timers of this clock keep the process alive: between two chunks nothing else does. */
const clock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});
/** Entry of `npm run forget`. */
const settings = commandSettings();
const succeeded = await (async () => {
  if (settings === undefined) return false;
  const { databaseUrl: url, databaseAuthToken: authToken } = settings;
  return forgetCommand({
    args: process.argv.slice(2),
    async open() {
      const missing = await explainMissingDatabase(url);
      if (missing !== undefined) throw new DatabaseUnavailable(missing);
      return (await openDatabases({ url, authToken }, clock, STORAGE_PARTS)).state;
    },
    name: databasePath(url),
    clock,
    say,
    complain,
  });
})().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  return false;
});
if (!succeeded) process.exitCode = 1;
