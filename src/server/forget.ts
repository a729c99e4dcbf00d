import { databasePath } from '../provider/database/database-path.ts';
import { commandClock, openCommandDatabase } from './command-database.ts';
import { commandSettings } from './command-settings.ts';
import { forgetCommand } from './forget-command.ts';
import { complain, say } from './terminal.ts';

/** Entry of `npm run forget`. */
const settings = commandSettings();
const succeeded =
  settings !== undefined &&
  (await forgetCommand({
    args: process.argv.slice(2),
    open: () => openCommandDatabase(settings),
    name: databasePath(settings.databaseUrl),
    clock: commandClock,
    say,
    complain,
  }).catch((error: unknown) => {
    complain(error instanceof Error ? error.message : String(error));
    return false;
  }));
if (!succeeded) process.exitCode = 1;
