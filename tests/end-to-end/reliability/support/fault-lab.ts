import type { BrowserContext, Frame, Page } from 'playwright';
import '../../../../src/page/infrastructure/bench-hook.ts';
import '../../../../src/page/debug/inspect.ts';
import { findFrame } from '../../support/browser.ts';
import type { ContextOptions } from '../../support/contexts.ts';
import type { HostSite } from '../../support/host-site.ts';
import { test as base } from '../../support/test.ts';
import { ProviderView } from './provider-view.ts';
import { launchRealBrowser } from './real-browser.ts';

export interface FaultLab {
  /** An ordinary browser profile: clean, and not detected as headless; errors of robots are not reported (E6). */
  readonly context: BrowserContext;
  readonly provider: ProviderView;
  readonly site: HostSite;
  /** Server of the embed page; the host page is on another site, so the frame has a separate process. */
  readonly playerOrigin: string;
  /** A page of another site with our frame in it. */
  readonly hostHtml: string;
  readonly hostUrl: string;
}

const EMBED_PATH = '/embed/orieldemo01';

/** A profile in an ordinary browser, and a provider with switchable faults, which are cleared after each test. */
export const test = base
  .extend('environment', { scope: 'file' }, { ORIEL_BENCH: '1', ORIEL_SCENARIOS: '1' })
  // With windows, an idle browser takes a tenth of a processor.
  .extend('realBrowser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchRealBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  // The browser of `lab`, and the options of its profile.
  .extend('labBrowser', ({ realBrowser }) => realBrowser)
  .extend('contextOptions', (): ContextOptions => ({}))
  .extend('lab', async ({ server, site, labBrowser, contexts, contextOptions }, { onCleanup }): Promise<FaultLab> => {
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${labBrowser.version()} Safari/537.36`;
    const provider = new ProviderView(server.hostOrigin);
    onCleanup(() => provider.heal());
    const hostHtml = hostPage(`${server.playerOrigin}${EMBED_PATH}?debug=1`);
    return {
      context: await contexts.open(labBrowser, { userAgent, ...contextOptions }),
      provider,
      site,
      playerOrigin: server.playerOrigin,
      hostHtml,
      hostUrl: site.page(hostHtml),
    };
  });

export function hostPage(embedUrl: string, attributes = ''): string {
  return `<!doctype html><title>Host</title><link rel="icon" href="data:,">
    <iframe src="${embedUrl}" ${attributes} width="640" height="360" allow="autoplay"></iframe>`;
}

/** A present viewer, with the frame running. */
export interface Visit {
  readonly page: Page;
  readonly frame: Frame;
}

/** Opens the host page (or the page given) in a tab of this context, and waits until the player's logging runs. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  await page.goto(url);
  const frame = await runningFrame(page);
  return { page, frame };
}

export async function runningFrame(page: Page): Promise<Frame> {
  const frame = await findFrame(page, EMBED_PATH);
  await frame.waitForFunction(() => window.__bench !== undefined);
  await frame.evaluate(() => window.__bench?.ready);
  return frame;
}

/** Logs `count` events, marked `prefix-0`, `prefix-1` and so on, in one task. */
export async function logEvents(frame: Frame, prefix: string, count: number): Promise<void> {
  await frame.evaluate(([name, number]) => window.__bench?.logEvents(number, name), [prefix, count] as const);
}

/** Main knows that every event is safe in the worker: a page that goes now has nothing to send by beacon. */
export async function untilStored(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => window.oriel?.inspect().infrastructure.unacknowledgedEvents === 0);
}

export async function flush(frame: Frame): Promise<void> {
  await frame.evaluate(() => window.__bench?.flush());
}

/** Begins a flush without waiting for its end: the page may be closed before it. */
export function beginFlush(frame: Frame): void {
  flush(frame).catch(() => undefined);
}

let prefixes = 0;

/** A name that is unique in this run. */
export function freshPrefix(name: string): string {
  prefixes += 1;
  return `${name}${prefixes}x`;
}
