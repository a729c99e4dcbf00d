import { expect } from 'vitest';
import { POLLING, ProviderView } from './reliability/support/provider-view.ts';
import { waitForState, waitForTime } from './support/player-page.ts';
import { test as base, type Product } from './support/test.ts';
import { splitRows } from '../support/split-rows.ts';

/** The tests read stored data of the provider, so no other file uses their server. */
const test = base.extend('environment', { scope: 'file' }, {});

/** Features that a browser, a host page or a viewer may refuse; without each the player uses those that remain. */

async function openWithout(product: Product, take: () => void, path = '/embed/orieldemo01?autoplay=1&mute=1') {
  const watched = await product.openPage();
  await watched.page.addInitScript(take);
  await watched.page.goto(product.playerOrigin + path);
  return watched;
}

for (const { rows, options } of splitRows(
  [
    ['a beacon', 'ping'],
    ['an image', 'image'],
  ] as const,
  ([, kind]) => kind === 'ping',
))
  test.concurrent.for(rows)(
    'without the infrastructure the video plays, and the operator gets a ping by %s [N21, E4]',
    options,
    async ([, kind], { product, expect }) => {
      // A browser whose user agent names it headless sends no pings (E6).
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/${product.browser.version()} Safari/537.36`;
      const { page, context } = await product.openPage({ userAgent });
      if (kind === 'image')
        await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined }));
      await context.route(/\/assets\/infrastructure\.worker-/, (route) => route.abort());
      const pinged = page.waitForRequest(/\/error_204/);
      await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
      await waitForState(page, 'playing');
      expect((await pinged).resourceType()).toBe(kind);
      const provider = new ProviderView(product.hostOrigin);
      const messages = async () => (await provider.errorReports()).map(({ message }) => message).join();
      await expect.poll(messages, POLLING).toContain('The infrastructure did not start');
    },
  );

test.concurrent(
  'without MSE the browser plays HLS natively, and without HLS the plain file',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await openWithout(product, () => {
      Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
    });
    await waitForState(page, 'playing');
    expect(await page.evaluate(() => document.querySelector('video')?.src)).toContain('master.m3u8');
    await waitForTime(page, 1);
    const second = await openWithout(product, () => {
      Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await waitForState(second.page, 'playing');
    expect(await second.page.evaluate(() => document.querySelector('video')?.src)).toContain('progressive-240.mp4');
    await waitForTime(second.page, 1);
  },
);

test.concurrent(
  'without MSE and without a plain file the error card has the code html5.unsupportedlive [H5]',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await openWithout(
      product,
      () => {
        Object.assign(window, { MediaSource: undefined, ManagedMediaSource: undefined });
        HTMLMediaElement.prototype.canPlayType = () => '';
      },
      '/embed/oriellive01?autoplay=1&mute=1',
    );
    await page.locator('.error-card').waitFor();
    expect(await page.locator('.error-code').textContent()).toContain('html5.unsupportedlive');
    expect(await page.locator('.spinner').count()).toBe(0);
  },
);

test.concurrent(
  'a player whose browser blocks every autoplay waits for a press on play [P6]',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await openWithout(
      product,
      () => {
        const play = HTMLMediaElement.prototype.play;
        HTMLMediaElement.prototype.play = function refusing(): Promise<void> {
          if (document.documentElement.dataset['allowed'] !== undefined) return play.call(this);
          return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
        };
      },
      '/embed/orieldemo01?autoplay=1',
    );
    await waitForState(page, 'cued');
    const play = page.getByRole('button', { name: /^Play/ });
    expect(await play.isVisible()).toBe(true);
    expect(await page.locator('.spinner').count()).toBe(0);
    await page.evaluate(() => (document.documentElement.dataset['allowed'] = ''));
    await play.click();
    await waitForState(page, 'playing');
    await waitForTime(page, 1);
  },
);
