import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright';
import { afterEach, beforeEach } from 'vitest';
import '../../../../src/page/infrastructure/bench-hook.ts';
import { findFrame } from '../../support/browser.ts';
import { startHostSite, type HostSite } from '../../support/host-site.ts';
import { startServer } from '../../support/server.ts';
import { sharedByTests } from '../../support/shared.ts';
import { ProviderView } from './provider-view.ts';
import { launchRealBrowser } from './real-browser.ts';

export interface FaultLab {
  readonly browser: Browser;
  readonly provider: ProviderView;
  readonly site: HostSite;
  /** Where the embed page comes from; the host page is of another site, so the frame is a process of its own. */
  readonly playerOrigin: string;
  /** A page of somebody else with our frame in it. */
  readonly hostHtml: string;
  readonly hostUrl: string;
  /** A person's browser profile: clean, and not known as headless, because errors of robots are not reported (E6). */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page of the same site without our frame. */
  readonly elsewhereUrl: string;
  stop(): Promise<void>;
}

const EMBED_PATH = '/embed/orieldemo01';

export interface SharedFaultLab extends FaultLab {
  /** A profile for every test, closed after it. */
  readonly context: BrowserContext;
}

/** One lab for all tests of a file; the provider is well again before each of them. */
export function useFaultLab(contextOptions: () => BrowserContextOptions = () => ({})): SharedFaultLab {
  const lab = sharedByTests(openFaultLab, ({ stop }) => stop()) as FaultLab & { context: BrowserContext };
  beforeEach(async () => {
    lab.context = await lab.newContext(contextOptions());
  });
  afterEach(async () => {
    await lab.provider.heal();
    await lab.context.close();
  });
  return lab;
}

export async function openFaultLab(launch: () => Promise<Browser> = launchRealBrowser): Promise<FaultLab> {
  const [server, site, browser] = await Promise.all([
    startServer({ ORIEL_BENCH: '1', ORIEL_SCENARIOS: '1' }),
    startHostSite(),
    launch(),
  ]);
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
  const hostHtml = hostPage(server.playerOrigin + EMBED_PATH);
  return {
    browser,
    newContext: (options) => browser.newContext({ userAgent, ...options }),
    site,
    provider: new ProviderView(server.hostOrigin),
    playerOrigin: server.playerOrigin,
    hostHtml,
    hostUrl: site.page(hostHtml),
    elsewhereUrl: site.page('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">'),
    async stop() {
      await browser.close();
      await Promise.all([server.stop(), site.stop()]);
    },
  };
}

export function hostPage(embedUrl: string, attributes = ''): string {
  return `<!doctype html><title>Host</title><link rel="icon" href="data:,">
    <iframe src="${embedUrl}" ${attributes} width="640" height="360" allow="autoplay"></iframe>`;
}

/** A person who is there, with the frame running. */
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

/** Logs so many events, marked `prefix-0`, `prefix-1` and so on, in one task. */
export async function logEvents(frame: Frame, prefix: string, count: number): Promise<void> {
  await frame.evaluate(([name, number]) => window.__bench?.logEvents(number, name), [prefix, count] as const);
}

export async function flush(frame: Frame): Promise<void> {
  await frame.evaluate(() => window.__bench?.flush());
}

let prefixes = 0;

/** A name that nothing else in this run has. */
export function freshPrefix(name: string): string {
  prefixes += 1;
  return `${name}${prefixes}x`;
}
