import { openCatalogFolder } from './catalog-folder.ts';
import { commandSettings } from './command-settings.ts';
import { addVideo } from '../studio/preparation/add-video.ts';
import { runTool } from '../studio/preparation/run-tool.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { systemRandom } from '../provider/system.ts';

// Entry of `npm run add -- FILE`.
configureSchemas();
const settings = commandSettings();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const isTerminal = process.stdout.isTTY;
const ERASE_LINE = '\r\u001B[K';

if (settings !== undefined) await openCatalogFolder(settings);
const isAdded =
  settings !== undefined &&
  (await addVideo({
    args: process.argv.slice(2),
    catalogFolder: settings.catalogFolder,
    run: runTool,
    signal: interrupt.signal,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    rewrite: isTerminal ? (line) => process.stdout.write(ERASE_LINE + line) : undefined,
    now: () => Date.now(),
    random: systemRandom,
    processId: process.pid,
    publicAddress: settings.publicOrigin && settings.publicOrigin + (settings.pathPrefix ?? ''),
  }));
if (!isAdded) process.exitCode = 1;
