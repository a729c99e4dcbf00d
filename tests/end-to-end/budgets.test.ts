import type { Page, Request } from 'playwright';
import { expect } from 'vitest';
import type { WatchedPage } from './support/browser.ts';
import { hurry, waitForState } from './support/player-page.ts';
import { test, type Product } from './support/test.ts';

/**
 * Budgets of what a viewer waits and pays for: transferred bytes (compressed, without headers and media) and requests.
 * Up to the first frame the budgets are tight; after it they only detect that something large was added.
 */

interface Loaded {
  readonly bytes: number;
  readonly requests: number;
}

/** Counts the pages, scripts and styles that a page loads, each once: repeated requests are served from the cache. */
class Transfers {
  readonly #page: Page;
  readonly #seen = new Set<string>();
  readonly #running = new Set<Request>();
  #done: Promise<number>[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      if (!isCode(request) || this.#seen.has(request.url())) return;
      this.#seen.add(request.url());
      this.#running.add(request);
    });
    page.on('requestfailed', (request) => this.#running.delete(request));
    page.on('requestfinished', (request) => {
      if (this.#running.delete(request)) this.#done.push(bytesOf(request));
    });
  }

  /** Bytes and requests since the last call. */
  async take(): Promise<Loaded> {
    await expect.poll(() => [...this.#running].map((request) => request.url())).toEqual([]);
    const done = await Promise.all(this.#done);
    this.#done = [];
    return { bytes: done.reduce((total, bytes) => total + bytes, 0), requests: done.length };
  }

  /** Bytes and requests of an action until `selector` is shown. */
  async of(action: () => Promise<unknown>, selector: string): Promise<Loaded> {
    await action();
    await this.#page.locator(selector).first().waitFor();
    return this.take();
  }
}

async function bytesOf(request: Request): Promise<number> {
  const length = await (await request.response())?.headerValue('content-length');
  return Number(length ?? (await request.sizes()).responseBodySize);
}

const isCode = (request: Request): boolean =>
  request.resourceType() === 'document' ||
  /\/(?:assets\/[^/]+\.(?:js|css)|iframe_api|oriel[^/]*\.js)(?:\?|$)/.test(request.url());

async function openPage(product: Product): Promise<WatchedPage & { readonly transfers: Transfers }> {
  const watched = await product.openPage();
  return { ...watched, transfers: new Transfers(watched.page) };
}

/** Requests of these addresses wait until the returned function is called. */
async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Fails with the figure and its budget in one line. */
function expectWithin(what: string, { bytes, requests }: Loaded, maxKilobytes: number, maxRequests: number): void {
  const isWithin = bytes > 0 && bytes <= maxKilobytes * 1_000 && requests <= maxRequests;
  const figures = `${what}: ${(bytes / 1_000).toFixed(1)} of ${maxKilobytes} kB, ${requests} of ${maxRequests} requests`;
  expect(isWithin, figures).toBe(true);
}

test('a video with autoplay and no input stays within its budgets up to its first frame, and from there to its end', async ({
  product,
}) => {
  const { page, transfers } = await openPage(product);
  const release = await holdBack(page, '**/*.m4s');
  await Promise.all([
    page.waitForRequest('**/*.m4s'),
    page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`),
  ]);
  expectWithin('up to the first frame', await transfers.take(), 21, 3);
  release();
  await hurry(page);
  await waitForState(page, 'ended');
  await page.locator('.end-screen').waitFor();
  expectWithin('from there to the end', await transfers.take(), 350, 32);
});

test('a cued video stays within its budgets for the interface at the first input and for each menu that is first opened', async ({
  product,
}) => {
  const { page, transfers } = await openPage(product);
  const press = (selector: string) => (): Promise<void> => page.locator(selector).first().press('Enter');
  const row = (name: string) => press(`[data-row="${name}"]`);
  const reopen = (name: string) => async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await press(`[data-opens="${name}"]`)();
  };
  await page.goto(`${product.playerOrigin}/embed/orieldemo01`);
  await page.waitForFunction(() => window.orielBoot !== undefined && document.readyState === 'complete');
  for (const [what, action, selector, kilobytes, requests] of [
    ['page and interface', () => page.keyboard.press('Tab'), '.top-actions', 205, 15],
    ['menus', press('[data-opens="more"]'), '.more-menu', 18, 4],
    ['sharing', reopen('share'), '.share-field', 6, 4],
    ['chapters', async () => (await reopen('more')(), row('chapters')()), '.chapter-list', 2, 3],
    ['transcript', async () => (await reopen('more')(), row('transcript')()), '.transcript-line', 8, 3],
    [
      'privacy',
      async () => (await reopen('more')(), await row('settings')(), await row('moreSettings')(), row('privacy')()),
      '.privacy-end',
      8,
      5,
    ],
    ['profiler', async () => (await reopen('more')(), row('stats')()), '.profiler-stats dd', 34, 6],
  ] as const)
    expectWithin(what, await transfers.of(action, selector), kilobytes, requests);
});

test('each script for host pages stays within its budget', async ({ product, site }) => {
  for (const [path, type, kilobytes, requests] of [
    ['/iframe_api', 'text/javascript', 12.5, 2],
    ['/oriel.js', 'module', 16, 2],
    ['/oriel-player.js', 'module', 24, 2],
  ] as const) {
    const { page, transfers } = await openPage(product);
    await page.goto(
      site.page(
        `<!doctype html><title>Host</title><script type="${type}" src="${product.playerOrigin}${path}"></script>`,
      ),
    );
    expectWithin(path, await transfers.take(), kilobytes, requests);
  }
});

test('each page of the operator stays within its budget', async ({ product }) => {
  for (const [path, selector, kilobytes, requests] of [
    ['/provider', 'h1', 45, 8],
    ['/provider/viewers', 'h1', 50, 8],
    ['/provider/films', 'h1', 42, 6],
    ['/provider/reports', 'h1', 42, 8],
    ['/provider/people', 'h1', 42, 8],
  ] as const) {
    const { page, transfers } = await openPage(product);
    await page.goto(product.playerOrigin + path, { waitUntil: 'load' });
    await page.locator(selector).waitFor();
    expectWithin(path, await transfers.take(), kilobytes, requests);
  }
});
