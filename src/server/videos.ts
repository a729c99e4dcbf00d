import { createInterface } from 'node:readline/promises';
import { openCommandCatalog } from './command-catalog.ts';
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

const say = (line: string): void => console.log(line);
const complain = (line: string): void => console.error(line);
const isWell =
  settings !== undefined &&
  (await openCommandCatalog({ settings, mayMake: false, say, complain })) &&
  (await videosCommand({
    args: process.argv.slice(2),
    catalogFolder: settings.catalogFolder,
    followLinks: settings.followLinks,
    say,
    complain,
    ask: isTerminal ? ask : undefined,
    processId: process.pid,
  }));
if (!isWell) process.exitCode = 1;
