import { fileURLToPath } from 'node:url';
import { CatalogThread } from '../provider/catalog/thread/catalog-thread.ts';
import { CatalogUnusable } from '../provider/catalog/catalog-unusable.ts';
import { DatabaseUnavailable } from '../provider/database/open-database.ts';
import { DatabaseProcess } from '../provider/storage/database-process.ts';
import { findCheckout } from '../provider/checkout.ts';
import { openCatalogFolder } from './catalog-folder.ts';
import { noteUse } from './data-folder-use.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { passedSocket } from '../provider/listening/passed-socket.ts';
import { createOutputLog, type OutputLog } from '../provider/operations/pino-log.ts';
import { runTool } from '../studio/preparation/run-tool.ts';
import { ACCESS_NOTICES, operatorAccess } from '../provider/security/operator-access.ts';
import { judgeOperatorPassword } from '../provider/security/operator-password.ts';
import { readSettings, settingsWarnings, type Settings } from '../provider/settings/settings.ts';
import { settingsReference } from '../provider/settings/settings-reference.ts';
import { explainListening, prepareDataFolder, StartRefused } from './start-failures.ts';
import { startProvider, type RunningProvider } from './start-provider.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { systemClock } from '../provider/system.ts';
import { libraryThread } from '../studio/library/library-thread.ts';
import { captionsThread } from '../studio/uploads/captions-thread.ts';
import { preparationProcess } from '../studio/uploads/preparation-process.ts';
import { giveUp, say } from './terminal.ts';

const isTerminal = process.stdout.isTTY;

const USAGE =
  'Serves players and their videos. Settings are variables of the environment: --settings lists them, and src/provider/settings/README.md explains them.';

/** Composition root of `npm start`: starts a provider from the environment. `--settings` lists the environment variables. */
async function main(): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') return console.log(USAGE);
  if (argument === '--settings') return console.log(settingsReference());
  if (argument !== undefined)
    return giveUp(`${argument} is unknown. Settings are variables of the environment: --settings lists them.`);
  limitHeapGrowth();
  const settings = readSettings(process.env, findCheckout(import.meta.url));
  if (!settings.ok) return giveUp(settings.message);
  const password = judgeOperatorPassword(settings.value);
  if (password.kind === 'refused') return giveUp(password.message);
  const log = createOutputLog({ level: settings.value.logLevel, isTerminal }, systemClock);
  for (const { variable, message } of settingsWarnings(process.env, settings.value)) log.warn({ variable }, message);
  if (password.kind === 'warning') log.warn({}, password.message);
  try {
    const running = await start(settings.value, log);
    if (isTerminal) say(`Oriel is ready: ${running.url}/`);
    else log.info({ url: running.url }, 'Oriel is ready');
    announce(log, ACCESS_NOTICES[operatorAccess(settings.value.operatorPassword, settings.value.publicOrigin)]);
    stopOnSignal(process, systemClock, () => stop(running, log));
    reloadOnHangup(running);
  } catch (error) {
    await log.flush();
    giveUp(explain(error, settings.value));
  }
}

async function start(settings: Settings, log: OutputLog): Promise<RunningProvider> {
  await prepareDataFolder(settings.databaseUrl);
  const made = await openCatalogFolder(settings);
  if (made !== undefined) announce(log, made);
  const running = await listen(settings, log);
  const use = await noteUse(settings.databaseUrl, process.pid);
  if (use?.otherProcessId !== undefined)
    log.warn(
      { processId: use.otherProcessId },
      `The data folder is in use by process ${use.otherProcessId} too. Nothing is lost, but each has limits of its own: stop one.`,
    );
  return {
    ...running,
    async close() {
      await running.close();
      await use?.end();
    },
  };
}

function listen(settings: Settings, log: OutputLog): Promise<RunningProvider> {
  const { catalogSeed: _, ...own } = settings;
  return startProvider({
    ...definedOnly(own),
    listeningSocket: passedSocket(process.env, process.pid),
    log,
    processMetrics: true,
    uploads: {
      folder: settings.uploadFolder,
      run: runTool,
      doLibraryTask: libraryThread(new URL('library.js', import.meta.url)),
      acceptCaptions: captionsThread(new URL('captions.js', import.meta.url)),
      prepare: preparationProcess(fileURLToPath(new URL('prepare.js', import.meta.url)), systemClock),
    },
    async openStorage(address, clock) {
      const database = await DatabaseProcess.open({
        script: fileURLToPath(new URL('database.js', import.meta.url)),
        address,
        clock,
        limits: settings.limits,
        onProblem: (message) => log.error({}, message),
      });
      return database.storage;
    },
    newcomerScript: new URL('newcomers.js', import.meta.url),
    openCatalog: (folder, options) => new CatalogThread(new URL('catalog.js', import.meta.url), folder, options),
    onNotice: (notice) => announce(log, `catalog: ${notice}`),
    onProblem: (problem) => log.warn({}, `catalog: ${problem}`),
  });
}

/** Reloads the catalog on SIGHUP, as daemons do. In a terminal, SIGHUP means that it was closed, so the provider ends. */
function reloadOnHangup(running: RunningProvider): void {
  if (process.stdin.isTTY) return;
  process.on('SIGHUP', () => void running.provider.reloadCatalog());
}

/** Prints a message in a terminal, where the log only shows warnings; else logs it. */
function announce(log: OutputLog, message: string): void {
  if (isTerminal) say(message);
  else log.info({}, message);
}

async function stop(running: RunningProvider, log: OutputLog): Promise<void> {
  log.info({}, 'Oriel is stopping');
  try {
    await running.close();
  } finally {
    log.info({}, 'Oriel has stopped');
    await log.flush();
  }
}

function explain(error: unknown, { port, host }: Settings): string {
  const listening = explainListening(error, port, host);
  if (listening !== undefined) return listening;
  if (error instanceof DatabaseUnavailable || error instanceof CatalogUnusable || error instanceof StartRefused)
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The values without properties that are `undefined`. */
function definedOnly<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

await main();
