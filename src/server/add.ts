import { findCheckout } from '../provider/checkout.ts';
import { openCatalogFolder } from './catalog-folder.ts';
import { addVideo } from '../studio/preparation/add-video.ts';
import { runTool } from '../studio/preparation/run-tool.ts';
import { readSettings } from '../provider/settings/settings.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { systemRandom } from '../provider/system.ts';

// Entry of `npm run add -- FILE`: the same settings as the server's, so that it finds the same catalog.
configureSchemas();
const settings = readSettings(process.env, findCheckout(import.meta.url));
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
const isTerminal = process.stdout.isTTY;
const ERASE_LINE = '\r\u001B[K';

if (!settings.ok) console.error(settings.message);
else await openCatalogFolder(settings.value);
const isAdded =
  settings.ok &&
  (await addVideo({
    args: process.argv.slice(2),
    catalogFolder: settings.value.catalogFolder,
    run: runTool,
    signal: interrupt.signal,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    rewrite: isTerminal ? (line) => process.stdout.write(ERASE_LINE + line) : undefined,
    now: () => Date.now(),
    random: systemRandom,
    processId: process.pid,
    publicAddress: settings.value.publicOrigin && settings.value.publicOrigin + (settings.value.pathPrefix ?? ''),
  }));
if (!isAdded) process.exitCode = 1;
