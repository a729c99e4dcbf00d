import type { Browser } from 'playwright';
import { test as base, inject } from 'vitest';
import { launchBrowser, watchPage, type PageOptions, type WatchedPage } from './browser.ts';
import { Contexts } from './contexts.ts';
import { startHostSite } from './host-site.ts';
import { startServer, type Environment, type RunningServer } from './server.ts';
import { tracePathOf } from './trace-path.ts';

export interface Product extends Omit<RunningServer, 'stop'> {
  readonly browser: Browser;
  /** An empty page of a separate context. */
  openPage(options?: PageOptions): Promise<WatchedPage>;
  /** The same, at a path of the player's origin. */
  open(path: string, options?: PageOptions): Promise<WatchedPage>;
}

const launch = (flags?: readonly string[]): Promise<Browser> =>
  launchBrowser(flags, { tracesDir: inject('tracesFolder') });

/** Files with their own fixtures would have a browser each, because an extended test is a separate worker scope. */
let launched: Promise<Browser> | undefined;
async function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  return browser.isConnected() ? browser : (launched = launch());
}

/**
 * The server of all files without special settings. Starting one and serving its first pages takes two seconds of a
 * processor, ten times as much as the pages after.
 */
let started: Promise<RunningServer> | undefined;
const startShared = (): Promise<RunningServer> => (started ??= startServer());

/**
 * Fixtures of end-to-end tests, by name: a fixture is opened by the first test that requests it, and closed after the
 * test, the file or the worker it belongs to, also when a test has failed. A concurrent test takes `expect` from here
 * too, because a poll has to know its test.
 */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await sharedBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('sharedServer', { scope: 'worker' }, ({}, { onCleanup }) => {
    onCleanup(async () => {
      const server = await started;
      started = undefined;
      await server?.stop();
    });
    return startShared;
  })
  // Overridden by files that need a separate server: with other settings, or because they read what it has stored.
  .extend('environment', { scope: 'file' }, (): Environment | undefined => undefined)
  .extend('server', { scope: 'file' }, async ({ environment, sharedServer }, { onCleanup }) => {
    if (environment === undefined) return sharedServer();
    const server = await startServer(environment);
    onCleanup(() => server.stop());
    return server;
  })
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await startHostSite();
    onCleanup(() => site.stop());
    return site;
  })
  .extend('contexts', async ({ task }, { onCleanup }) => {
    const contexts = new Contexts();
    onCleanup(async () => {
      // For the reporter, which runs in another process.
      if (task.result?.state === 'fail')
        Object.assign(task.meta, await contexts.examine((index) => tracePathOf(task, index)));
      await contexts.close();
    });
    return contexts;
  })
  // A browser with flags that the shared one does not have.
  .extend('launch', async ({}, { onCleanup }) => {
    const launched: Browser[] = [];
    onCleanup(async () => void (await Promise.all(launched.map((browser) => browser.close()))));
    return async (...flags: string[]) => {
      const browser = await launch(flags);
      launched.push(browser);
      return browser;
    };
  })
  .extend('product', ({ server, browser, contexts }): Product => {
    const openPage = async ({ inBrowser = browser, ...options }: PageOptions = {}) =>
      watchPage(await contexts.open(inBrowser, options));
    return {
      ...server,
      browser,
      openPage,
      async open(path, options) {
        const watched = await openPage(options);
        await watched.page.goto(server.playerOrigin + path);
        return watched;
      },
    };
  });
