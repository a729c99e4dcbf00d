// @module-tag thorough
import type { Page } from 'playwright';
import type { WatchedPage } from '../support/browser.ts';
import { scriptedPage } from './support/bundle.ts';
import { test as base, type Product } from '../support/test.ts';

const SOURCE = `
  import { StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import YouTube from 'react-youtube';
  window.seen = [];
  const note = (name) => (event) => {
    window.client = event.target;
    window.seen.push([name, event.data ?? null]);
  };
  const handlers = {};
  for (const name of ['onReady', 'onPlay', 'onPause', 'onEnd', 'onError', 'onStateChange', 'onPlaybackRateChange'])
    handlers[name] = note(name);
  const root = createRoot(document.getElementById('root'));
  window.show = (props) =>
    root.render(<StrictMode>{props && <YouTube {...props} {...handlers} />}</StrictMode>);
`;

const test = base.extend('address', { scope: 'file' }, ({ site, server }) =>
  scriptedPage(site, server.playerOrigin, 'root', SOURCE),
);

interface ClientPage extends Window {
  show: (props: object | null) => void;
  client?: Record<string, (...args: unknown[]) => unknown>;
  seen: [string, unknown][];
}

async function open(product: Product, address: string, props: object): Promise<WatchedPage> {
  const watched = await product.openPage();
  await watched.page.goto(address);
  await show(watched.page, props);
  await livePlayer(watched.page);
  return watched;
}

/** Waits for the final player: strict mode first creates and destroys another player. */
const livePlayer = (page: Page) =>
  page.waitForFunction(() => {
    const { client } = window as unknown as ClientPage;
    return (client?.['getIframe']?.() as HTMLIFrameElement | undefined)?.isConnected === true;
  });

const show = (page: Page, props: object | null) =>
  page.evaluate((given) => (window as unknown as ClientPage).show(given), props);
const seen = (page: Page) => page.evaluate(() => (window as unknown as ClientPage).seen);
const names = async (page: Page) => (await seen(page)).map(([name]) => name);
const call = (page: Page, name: string, ...args: unknown[]) =>
  page.evaluate(
    ([method, given]) => {
      const result = (window as unknown as ClientPage).client?.[method]?.(...given);
      return typeof result === 'object' ? null : result;
    },
    [name, args] as const,
  );

test.concurrent(
  'react-youtube mounts in strict mode, plays, pauses and ends [H1]',
  async ({ product, address, expect }) => {
    const { page, problems } = await open(product, address, { videoId: 'orieldemo01' });
    await expect.poll(() => page.locator('iframe').count()).toBe(1);
    await call(page, 'playVideo');
    await expect.poll(() => names(page)).toContain('onPlay');
    await expect.poll(() => call(page, 'getCurrentTime')).toBeGreaterThan(0.2);
    await call(page, 'pauseVideo');
    await expect.poll(() => names(page)).toContain('onPause');
    await call(page, 'seekTo', 27.5, true);
    await call(page, 'playVideo');
    await expect.poll(() => names(page)).toContain('onEnd');
    expect(await call(page, 'getCurrentTime')).toBe(await call(page, 'getDuration'));
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test.concurrent(
  'react-youtube passes an error of the player to onError of the component [P8, H5]',
  async ({ product, address, expect }) => {
    const { page } = await open(product, address, { videoId: 'nosuchvideo' });
    await expect.poll(() => seen(page)).toContainEqual(['onError', 100]);
  },
);
