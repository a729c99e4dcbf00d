import { open as openFile, rm } from 'node:fs/promises';
import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import { explainMissingDatabase } from '../provider/database/database-path.ts';
import { openDatabases } from '../provider/database/open-database.ts';
import { systemRandom } from '../provider/system.ts';
import { commandSettings } from './command-settings.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';
import { complain, say } from './terminal.ts';
import { viewersCommand } from './viewers-command.ts';

/** Timers of this clock keep the process alive: between two chunks nothing else does. */
const clock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});
/** The file holds what one person did. */
const PRIVATE_MODE = 0o600;

/** Entry of `npm run viewers`. */
const settings = commandSettings();
const succeeded =
  settings !== undefined &&
  (await viewersCommand({
    args: process.argv.slice(2),
    async open() {
      const { databaseUrl: url, databaseAuthToken: authToken } = settings;
      const missing = await explainMissingDatabase(url);
      if (missing !== undefined) throw new Error(missing);
      return (await openDatabases({ url, authToken }, clock, STORAGE_PARTS)).state;
    },
    async write(path, parts) {
      const file = await openFile(path, 'wx', PRIVATE_MODE);
      try {
        for await (const part of parts) await file.write(part);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    clock,
    random: systemRandom,
    forgottenPath: settings.forgottenPath,
    say,
    complain,
  }));
if (!succeeded) process.exitCode = 1;
