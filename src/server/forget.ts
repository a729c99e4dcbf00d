import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import { findCheckout } from '../provider/checkout.ts';
import { openDatabases } from '../provider/database/open-database.ts';
import { readSettings } from '../provider/settings/settings.ts';
import { forgetCommand } from './forget-command.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';

/** Its timers keep the process alive: between two chunks nothing else does. */
const clock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});
/** Entry of `npm run forget`: the same settings as the server's, so that it finds the same database. */
const settings = readSettings(process.env, findCheckout(import.meta.url));
const isWell = await (async () => {
  if (!settings.ok) {
    console.error(settings.message);
    return false;
  }
  const { databaseUrl: url, databaseAuthToken: authToken } = settings.value;
  return forgetCommand({
    args: process.argv.slice(2),
    open: async () => (await openDatabases({ url, authToken }, clock, STORAGE_PARTS)).state,
    clock,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
})().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return false;
});
if (!isWell) process.exitCode = 1;
