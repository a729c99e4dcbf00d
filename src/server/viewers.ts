import { open as openFile, rm } from 'node:fs/promises';
import { systemRandom } from '../provider/system.ts';
import { commandClock, openCommandDatabase } from './command-database.ts';
import { commandSettings } from './command-settings.ts';
import { complain, say } from './terminal.ts';
import { viewersCommand } from './viewers-command.ts';

/** File mode of the export, which contains one person's data. */
const PRIVATE_MODE = 0o600;

/** Entry of `npm run viewers`. */
const settings = commandSettings();
const succeeded =
  settings !== undefined &&
  (await viewersCommand({
    args: process.argv.slice(2),
    open: () => openCommandDatabase(settings),
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
    clock: commandClock,
    random: systemRandom,
    forgottenPath: settings.forgottenPath,
    say,
    complain,
  }));
if (!succeeded) process.exitCode = 1;
