import { createInterface } from 'node:readline/promises';
import { findCheckout } from '../provider/checkout.ts';
import { openCatalogFolder } from './catalog-folder.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { readSettings } from '../provider/settings/settings.ts';
import { videosCommand } from '../studio/videos/videos-command.ts';

// Entry of `npm run videos`: the same settings as the server's, so that it finds the same catalog.
configureSchemas();
const settings = readSettings(process.env, findCheckout(import.meta.url));
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question(question).finally(() => terminal.close());
}

if (!settings.ok) console.error(settings.message);
else await openCatalogFolder(settings.value);
const isWell =
  settings.ok &&
  (await videosCommand({
    args: process.argv.slice(2),
    catalogFolder: settings.value.catalogFolder,
    followLinks: settings.value.followLinks,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    ask: isTerminal ? ask : undefined,
    processId: process.pid,
  }));
if (!isWell) process.exitCode = 1;
