import { openCommandCatalog } from './command-catalog.ts';
import { commandSettings } from './command-settings.ts';
import { addVideo } from '../studio/preparation/add-video.ts';
import { runTool } from '../studio/preparation/run-tool.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { systemRandom } from '../provider/system.ts';
import { complain, say } from './terminal.ts';
import { terminalText } from '../provider/operations/terminal-text.ts';

// Entry of `npm run add -- FILE`.
configureSchemas();
const settings = commandSettings();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const isTerminal = process.stdout.isTTY;
const ERASE_LINE = '\r\u001B[K';

const isAdded =
  settings !== undefined &&
  (await openCommandCatalog({ settings, mayMake: true, say, complain })) &&
  (await addVideo({
    args: process.argv.slice(2),
    catalogFolder: settings.catalogFolder,
    run: runTool,
    signal: interrupt.signal,
    say,
    complain,
    rewrite: isTerminal ? (line) => process.stdout.write(ERASE_LINE + terminalText(line)) : undefined,
    now: () => Date.now(),
    random: systemRandom,
    processId: process.pid,
    publicAddress: settings.publicOrigin && settings.publicOrigin + (settings.pathPrefix ?? ''),
  }));
if (!isAdded) process.exitCode = 1;
