import type { Page } from 'playwright';
import type { WatchedPage } from '../support/browser.ts';
import { scriptedPage } from './support/bundle.ts';
import { test as base, type Product } from '../support/test.ts';

/** Exactly as in its readme, on a page that loads our script before it. */
const SOURCE = `
  import createPlayer from 'youtube-player';
  window.createPlayer = createPlayer;
  window.seen = [];
  window.make = (target, options) => {
    const player = createPlayer(target, options);
    for (const name of ['ready', 'stateChange', 'playbackRateChange', 'volumeChange', 'error', 'apiChange'])
      player.on(name, ({ data }) => window.seen.push([name, data]));
    return player;
  };
`;

const test = base.extend('address', { scope: 'file' }, ({ site, server }) =>
  scriptedPage(site, server.playerOrigin, 'video', SOURCE),
);

interface ClientPage extends Window {
  make: (target: string | Element, options?: object) => Client;
  client: Client;
  seen: [string, unknown][];
}
type Client = Record<string, (...args: unknown[]) => Promise<unknown>>;

async function open(
  product: Product,
  address: string,
  options: object = { videoId: 'orieldemo01' },
): Promise<WatchedPage> {
  const watched = await product.openPage();
  await watched.page.goto(address);
  await watched.page.evaluate((given) => {
    const page = window as unknown as ClientPage;
    page.client = page.make('video', given);
  }, options);
  await watched.page.waitForFunction(() => (window as unknown as ClientPage).seen.some(([name]) => name === 'ready'));
  return watched;
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as ClientPage).seen);
const states = async (page: Page) =>
  (await seen(page)).filter(([name]) => name === 'stateChange').map(([, state]) => state);
const call = (page: Page, name: string, ...args: unknown[]) =>
  page.evaluate(([method, given]) => (window as unknown as ClientPage).client[method]?.(...given), [
    name,
    args,
  ] as const);

test.concurrent(
  'youtube-player: plays, pauses and seeks; states come in the order clients expect [H1]',
  async ({ product, address, expect }) => {
    const { page, problems } = await open(product, address);
    expect(await call(page, 'getPlayerState')).toBe(5);
    expect(await call(page, 'getDuration')).toBeGreaterThan(27);
    await call(page, 'playVideo');
    await expect.poll(() => states(page)).toEqual([-1, 3, 1]);
    await expect.poll(() => call(page, 'getCurrentTime')).toBeGreaterThan(0.3);
    await call(page, 'pauseVideo');
    await expect.poll(() => states(page)).toEqual([-1, 3, 1, 2]);
    await call(page, 'seekTo', 12, true);
    await expect.poll(() => call(page, 'getCurrentTime')).toBeCloseTo(12, 1);
    expect(await call(page, 'getPlayerState')).toBe(2);
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test.concurrent(
  'youtube-player: a refused video becomes ready and reports why it does not play [P8, H5]',
  { tags: ['thorough'] },
  async ({ product, address, expect }) => {
    const { page } = await open(product, address, { videoId: 'orielblockd' });
    await expect.poll(() => seen(page)).toContainEqual(['error', 150]);
  },
);
