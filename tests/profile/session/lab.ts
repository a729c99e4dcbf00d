import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright';
import type { VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { startLine, type Line } from '../../end-to-end/reliability/support/socks-line.ts';
import { launchBrowser } from '../../end-to-end/support/browser.ts';
import { startHostSite } from '../../end-to-end/support/host-site.ts';
import { startServer } from '../../end-to-end/support/server.ts';
import { emptyUrlOf, withEmptyDocument } from './empty-document.ts';
import { hostPageHtml } from './host-page.ts';

/** Parts that all runs share: the product behind its provider, a page of another site, a browser, a line. */
export interface Lab {
  readonly browser: Browser;
  readonly playerOrigin: string;
  /** A new profile with the host page, whose frame is slowed down and still empty. */
  openHostPage(slowdown: number): Promise<HostPage>;
  stop(): Promise<void>;
}

export interface HostPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Session of the page, with all its processes. */
  readonly session: CDPSession;
  readonly frame: Frame;
}

export const NETWORKS = {
  none: null,
  /** Connection of Lighthouse: 1.6 Mbit/s, 150 ms. In front of the browser, so that it holds for workers too. */
  'slow-4g': { roundTripMs: 150, bytesPerSecond: 200_000 },
} as const;
export type Network = keyof typeof NETWORKS;

const VIEWPORT = { width: 640, height: 400 };
/** A measurement is one address with more requests than a viewer makes. */
const NO_RATES = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '0']),
);

export async function openLab(network: Network): Promise<Lab> {
  const pace = NETWORKS[network];
  const [server, site, browser, line] = await Promise.all([
    startServer({ ORIEL_BENCH: '1', ...NO_RATES }),
    startHostSite(),
    launchBrowser(),
    pace === null ? null : startLine(pace),
  ]);
  const hostUrl = site.page(hostPageHtml(server.playerOrigin));
  return {
    browser,
    playerOrigin: server.playerOrigin,
    openHostPage: (slowdown) =>
      withEmptyDocument(browser, emptyUrlOf(server.playerOrigin), () => openHostPage(browser, hostUrl, line, slowdown)),
    async stop() {
      await browser.close();
      await Promise.all([server.stop(), site.stop(), line?.stop()]);
    },
  };
}

async function openHostPage(browser: Browser, url: string, line: Line | null, slowdown: number): Promise<HostPage> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    ...(line === null ? {} : { proxy: line.proxy }),
  });
  const page = await context.newPage();
  await page.goto(url);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the host page has no frame');
  const session = await context.newCDPSession(page);
  await slowDown(context, page, slowdown);
  return { context, page, session, frame };
}

/** Each process has to be asked for itself; frames of the page's own process share its session. */
export async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<void> {
  for (const frame of page.frames()) {
    const session = await context.newCDPSession(frame).catch(() => null);
    await session?.send('Emulation.setCPUThrottlingRate', { rate });
  }
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

export const VIDEO = 'orieldemo01';

/**
 * Neither variant has a head start: it begins with `autoplay` or a press, and both are cued and then asked by the host
 * page to play. With `worker=off` there would be none, and the comparison would be of that.
 */
export function embedUrlOf(playerOrigin: string, variant: VariantName, more = ''): string {
  const off = variant === 'inline' ? '&worker=off' : '';
  return `${playerOrigin}/embed/${VIDEO}?enablejsapi=1&mute=1${off}${more}`;
}
