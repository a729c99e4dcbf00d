import type { Browser, BrowserContext } from 'playwright';
import { startLine } from '../end-to-end/reliability/support/socks-line.ts';
import { launchBrowser } from '../end-to-end/support/browser.ts';
import { startHostSite } from '../end-to-end/support/host-site.ts';
import { startServer } from '../end-to-end/support/server.ts';
import { openBuild } from '../support/other-build.mjs';
import { hostPageHtml } from './browser/host-page.ts';
import { makeStormCatalog } from './catalog.ts';
import type { Machine } from './script/combination.ts';

/** Parts that all trials share: the server of the built product, a host page of another site, and a browser. */
export interface Lab {
  readonly playerOrigin: string;
  readonly hostUrl: string;
  /** Opens a separate browser context; a slow line is a proxy for only this context. */
  openContext(line: Machine['line']): Promise<OpenContext>;
  stop(): Promise<void>;
}

export interface OpenContext {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Connection of Lighthouse: 1.6 Mbit/s, 150 ms. */
const SLOW_4G = { roundTripMs: 150, bytesPerSecond: 200_000 };
const VIEWPORT = { width: 640, height: 360 };

/** `against` is a folder with a built product; without it, the build of this checkout is used. */
export async function openLab(against?: string): Promise<Lab> {
  const [catalog, build] = await Promise.all([makeStormCatalog(), against === undefined ? null : openBuild(against)]);
  const [server, site, browser] = await Promise.all([
    startServer({ ORIEL_CATALOG_DIR: catalog.folder }, build?.checkout),
    startHostSite(),
    launchBrowser(),
  ]);
  return {
    playerOrigin: server.playerOrigin,
    hostUrl: site.page(hostPageHtml(server.playerOrigin)),
    openContext: (line) => openContext(browser, line),
    async stop() {
      await browser.close();
      await Promise.all([server.stop(), site.stop()]);
      await Promise.all([catalog.remove(), build?.remove()]);
    },
  };
}

async function openContext(browser: Browser, kind: Machine['line']): Promise<OpenContext> {
  const line = kind === 'slow' ? await startLine(SLOW_4G) : null;
  const context = await browser.newContext({ viewport: VIEWPORT, ...(line === null ? {} : { proxy: line.proxy }) });
  return {
    context,
    async close() {
      await context.close();
      await line?.stop();
    },
  };
}
