import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright';
import type { VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { startLine, type Line } from '../../end-to-end/reliability/support/socks-line.ts';
import { launchBrowser } from '../../end-to-end/support/browser.ts';
import { startHostSite } from '../../end-to-end/support/host-site.ts';
import { startServer } from '../../end-to-end/support/server.ts';
import { emptyUrlOf, withEmptyDocument } from './empty-document.ts';
import { hostPageHtml } from './host-page.ts';

/** Parts that all runs share: the server of the built product, a host page of another site, a browser, and a slow line. */
export interface Lab {
  readonly browser: Browser;
  readonly playerOrigin: string;
  /** Opens the host page in a new browser context; its frame is slowed down and still empty. */
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
  /** Connection of Lighthouse: 1.6 Mbit/s, 150 ms. A proxy slows it down, so that workers have it too. */
  'slow-4g': { roundTripMs: 150, bytesPerSecond: 200_000 },
} as const;
export type Network = keyof typeof NETWORKS;

const VIEWPORT = { width: 640, height: 400 };
/** No rate limits: a measurement sends more requests from one address than a viewer does. */
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

/** Slows down all processes of the page, each through a session of its own; frames in the page's process share its session. */
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
 * Address of a variant, without `autoplay`: with `worker=off` there is no head start, so the other variant must not have a head
 * start either. A head start begins with `autoplay` or a press, whereas here the host page requests playback of a cued video.
 */
export function embedUrlOf(playerOrigin: string, variant: VariantName, more = ''): string {
  const off = variant === 'inline' ? '&worker=off' : '';
  return `${playerOrigin}/embed/${VIDEO}?enablejsapi=1&mute=1${off}${more}`;
}
