import { findCheckout } from '../provider/checkout.ts';
import { openDatabases } from '../provider/database/open-database.ts';
import { readSettings } from '../provider/settings/settings.ts';
import { systemClock } from '../provider/system.ts';
import { forgetCommand } from './forget-command.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';

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
    open: async () => (await openDatabases({ url, authToken }, systemClock, STORAGE_PARTS)).state,
    clock: systemClock,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
})().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return false;
});
if (!isWell) process.exitCode = 1;
