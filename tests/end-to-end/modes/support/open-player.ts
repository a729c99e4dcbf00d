import type { BrowserContext, Frame, Page } from 'playwright';
import { findFrame } from '../../support/browser.ts';
import type { HostSite } from '../../support/host-site.ts';
import { bundleWalker } from './bundle-walker.ts';
import './in-page/walker.ts';

const ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture';
/** Of drawing without a graphics card. */
const DRAWN_BY_PROCESSOR = /GPU stall due to ReadPixels/;

export interface Opening {
  readonly site: HostSite;
  /** Address below which the players are. */
  readonly players: string;
  /** Part of the address of a player. */
  readonly query: string;
  /** Attributes of its frame. */
  readonly frame: string;
  /** Messages of the console, and error reports, that belong to the mode. */
  readonly expects: RegExp | undefined;
}

export interface Visit {
  readonly page: Page;
  readonly frame: Frame;
  /** Whatever was said, logged or reported that should not have been, each with the press before it. */
  faults(): Promise<readonly string[]>;
}

/** Pages of the context have the walker, and what it asks of the test. */
export async function addWalker(context: BrowserContext): Promise<void> {
  const downloads = new Map<Page, number>();
  const closedWindows = new Map<Page, number>();
  const count = (counts: Map<Page, number>, page: Page): void => void counts.set(page, (counts.get(page) ?? 0) + 1);
  context.on('page', (page) => {
    page.on('download', () => count(downloads, page));
    page.on('popup', (popup) => void popup.close().then(() => count(closedWindows, page)));
  });
  // What Playwright evaluates counts as a gesture of the viewer, and for some seconds after it.
  await context.exposeBinding('allowGestures', ({ frame }) => frame.evaluate(() => undefined));
  await context.exposeBinding('countDownloads', ({ page }) => downloads.get(page) ?? 0);
  await context.exposeBinding('countClosedWindows', ({ page }) => closedWindows.get(page) ?? 0);
  await context.exposeBinding('readDirection', ({ page }) =>
    page.evaluate('JSON.stringify(player.getSphericalProperties())'),
  );
  await context.exposeBinding('statusOf', async (_, address: string) => {
    // Names below `localhost` are known to browsers alone.
    const { status } = await fetch(Object.assign(new URL(address), { hostname: '127.0.0.1' }));
    return status;
  });
  await context.addInitScript(await bundleWalker());
}

/** A host page whose player is in a frame, and is driven by its script as `player`. */
export async function openPlayer(context: BrowserContext, opening: Opening): Promise<Visit> {
  const { site, players, query, frame: attributes, expects } = opening;
  const noted: { readonly atMs: number; readonly text: string }[] = [];
  const note = (text: string): void => {
    if (!DRAWN_BY_PROCESSOR.test(text) && expects?.test(text) !== true) noted.push({ atMs: Date.now(), text });
  };
  const page = await context.newPage();
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/error_204') note(`reported: ${searchParams.get('type')}: ${searchParams.get('msg')}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  await page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <iframe id="player" ${attributes} width="640" height="360" allow="${ALLOW}"
        src="${players}/embed/orieldemo01?list=PLorieldemolist001&enablejsapi=1&debug=1${query}"></iframe>
      <script src="${players}/iframe_api"></script>
      <script>window.player = new YT.Player('player', {})</script>`),
  );
  const frame = await findFrame(page, '/embed/');
  return {
    page,
    frame,
    async faults() {
      const { faults, presses } = await frame.evaluate(() => ({ ...window.walker }));
      const pressBefore = (atMs: number) => presses.findLast((press) => press.atMs <= atMs)?.id ?? 'the start';
      return [...faults, ...noted.map(({ atMs, text }) => `${text} (after ${pressBefore(atMs)})`)];
    },
  };
}
