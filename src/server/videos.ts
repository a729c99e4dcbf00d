import { createInterface } from 'node:readline/promises';
import { openCatalogFolder } from './catalog-folder.ts';
import { commandSettings } from './command-settings.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { videosCommand } from '../studio/videos/videos-command.ts';

// Entry of `npm run videos`.
configureSchemas();
const settings = commandSettings();
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question(question).finally(() => terminal.close());
}

if (settings !== undefined) await openCatalogFolder(settings);
const isWell =
  settings !== undefined &&
  (await videosCommand({
    args: process.argv.slice(2),
    catalogFolder: settings.catalogFolder,
    followLinks: settings.followLinks,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    ask: isTerminal ? ask : undefined,
    processId: process.pid,
  }));
if (!isWell) process.exitCode = 1;
