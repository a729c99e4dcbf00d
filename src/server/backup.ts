import { backUp } from '../provider/database/back-up.ts';
import { databasePath } from '../provider/database/database-path.ts';
import { commandSettings } from './command-settings.ts';

/** Entry of `npm run backup -- FILE`. Returns whether the copy is there. */
async function main([target]: readonly string[]): Promise<boolean> {
  const settings = commandSettings();
  if (settings === undefined) return false;
  const url = settings.databaseUrl;
  const outcome = target === undefined ? undefined : await backUp(url, target);
  if (outcome?.ok === true) console.log(`The database ${databasePath(url) ?? ''} was copied to ${target}.`);
  else console.error(outcome?.message ?? 'Name the file to write: npm run backup -- /backups/oriel.db');
  return outcome?.ok === true;
}

if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
