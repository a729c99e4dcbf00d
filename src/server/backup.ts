import { backUp } from '../provider/database/back-up.ts';
import { findCheckout } from '../provider/checkout.ts';
import { readSettings } from '../provider/settings/settings.ts';

/** Entry of `npm run backup -- FILE`: the same settings as the server's, so that it finds the same database. */
const [target] = process.argv.slice(2);
const settings = readSettings(process.env, findCheckout(import.meta.url));
const problem = await (async () => {
  if (target === undefined) return 'Name the file to write: npm run backup -- /backups/oriel.db';
  if (!settings.ok) return settings.message;
  const outcome = await backUp(settings.value.databaseUrl, target);
  return outcome.ok ? null : outcome.message;
})();
if (problem === null) console.log(`The database was copied to ${target}.`);
else {
  console.error(problem);
  process.exitCode = 1;
}
