import { createInterface } from 'node:readline/promises';
import { openCommandCatalog } from './command-catalog.ts';
import { commandSettings } from './command-settings.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { videosCommand } from '../studio/videos/videos-command.ts';
import { runTool } from '../studio/preparation/run-tool.ts';
import { systemClock } from '../provider/system.ts';
import { complain, say } from './terminal.ts';
import { terminalText } from '../provider/operations/terminal-text.ts';

// Entry of `npm run videos`.
configureSchemas();
const settings = commandSettings();
const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question(terminalText(question)).finally(() => terminal.close());
}

const succeeded =
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
    now: () => systemClock.now(),
    run: runTool,
  }));
if (!succeeded) process.exitCode = 1;
