import type { Browser } from 'playwright';
import { launchBrowser, openPage, type PageOptions, type WatchedPage } from './browser.ts';
import { startServer, type Environment, type RunningServer } from './server.ts';
import { sharedByTests } from './shared.ts';

export interface Product extends Omit<RunningServer, 'stop'> {
  readonly browser: Browser;
  /** An empty page of a context of its own. */
  openPage(options?: PageOptions): Promise<WatchedPage>;
  /** The same, at a path of the player's origin. */
  open(path: string, options?: PageOptions): Promise<WatchedPage>;
}

/** The built product and a browser for all tests of a file. What is known only when they begin comes from a function. */
export function useProduct(environment: Environment | (() => Environment) = {}): Product {
  return sharedByTests(
    async () => {
      const [server, browser] = await Promise.all([startServer(readNow(environment)), launchBrowser()]);
      const product: Product & RunningServer = {
        ...server,
        browser,
        openPage: (options) => openPage(browser, options),
        async open(path, options) {
          const watched = await openPage(browser, options);
          await watched.page.goto(server.playerOrigin + path);
          return watched;
        },
      };
      return product;
    },
    async ({ browser, stop }) => {
      await browser.close();
      await stop();
    },
  );
}

/** One server more, for tests of what the first is not set up for. */
export function useServer(environment: Environment | (() => Environment) = {}): RunningServer {
  return sharedByTests(
    () => startServer(readNow(environment)),
    ({ stop }) => stop(),
  );
}

const readNow = (environment: Environment | (() => Environment)): Environment =>
  typeof environment === 'function' ? environment() : environment;
