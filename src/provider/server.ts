import { fileURLToPath } from 'node:url';
import { CatalogUnusable } from './catalog/loading/catalog-reader.ts';
import { DatabaseUnavailable } from './database/open-database.ts';
import { DatabaseProcess } from './database/process/database-process.ts';
import { findCheckout } from './checkout.ts';
import { ACCESS_NOTICES, operatorAccess } from './security/operator-access.ts';
import { readSettings, unknownVariables } from './settings/settings.ts';
import { startProvider, type RunningProvider } from './start-provider.ts';

/** Composition root of `npm start`: environment in, a listening provider out. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, findCheckout(import.meta.url));
  if (!settings.ok) return giveUp(settings.message);
  for (const name of unknownVariables(process.env))
    console.error(`${name} is no setting of the provider: its README lists them all.`);
  try {
    const running = await startProvider({
      ...definedOnly(settings.value),
      async openStorage(address, clock) {
        const database = await DatabaseProcess.open({
          script: fileURLToPath(new URL('database.js', import.meta.url)),
          address,
          clock,
          limits: settings.value.limits,
          onTrouble: (message) => console.error(message),
        });
        return { database, logs: database };
      },
      onNotice: (notice) => console.log(`catalog: ${notice}`),
      onProblem: (problem) => console.error(`catalog: ${problem}`),
      onBug: (error) => console.error(error),
    });
    console.log(`Oriel is ready: ${running.url}/`);
    console.log(ACCESS_NOTICES[operatorAccess(settings.value.operatorPassword, settings.value.publicOrigin)]);
    stopOnSignal(running);
    reloadOnHangup(running);
  } catch (error) {
    giveUp(explain(error, settings.value.port));
  }
}

function stopOnSignal(running: RunningProvider): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.close().then(() => process.exit(0));
    });
}

/** As daemons do. In a terminal it is the terminal that goes, and the provider with it. */
function reloadOnHangup(running: RunningProvider): void {
  if (process.stdin.isTTY) return;
  process.on('SIGHUP', () => void running.provider.reloadCatalog());
}

function explain(error: unknown, port: number): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=4173 npm start`;
  if (error instanceof DatabaseUnavailable || error instanceof CatalogUnusable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function giveUp(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** Options that are absent, rather than present and `undefined`. */
function definedOnly<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

await main();
