// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { haveReceiver } from '../support/receiver.ts';
import { test, type Product } from '../support/test.ts';

/** Behaves like a browser that cannot watch for receivers; the rest is the one under test. */
function refuseToWatch(): void {
  Object.assign(window, { refusals: [], loaded: [] });
  RemotePlayback.prototype.watchAvailability = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  const prompt = Reflect.get(RemotePlayback.prototype, 'prompt') as (this: RemotePlayback) => Promise<void>;
  RemotePlayback.prototype.prompt = function (this: RemotePlayback) {
    const asked = prompt.call(this);
    asked.catch(({ name }: DOMException) => (window as unknown as { refusals: string[] }).refusals.push(name));
    return asked;
  };
}

async function openPlaying(product: Product, prepare: () => void) {
  const opened = await product.openPage();
  const { page } = opened;
  await page.addInitScript(prepare);
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&consent=functional`);
  await waitForState(page, 'playing');
  await waitForTime(page, 2);
  return opened;
}

const sourceOf = (page: Page) =>
  page.evaluate(() => {
    const media = document.querySelector('video');
    return media?.srcObject ? 'engine' : (media?.src.replace(/.*\//, '').replace(/#.*/, '') ?? '');
  });

test('a browser that refuses a receiver leaves the video to its engine, at its place', async ({ product }) => {
  const { page, problems } = await openPlaying(product, refuseToWatch);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Play on TV' }).click();
  const refusals = () => page.evaluate(() => (window as unknown as { refusals: string[] }).refusals);
  await expect.poll(async () => (await refusals()).length).toBe(1);
  expect((await refusals()).every((name) => /^(NotFound|NotSupported|NotAllowed)Error$/.test(name))).toBe(true);
  await expect.poll(() => sourceOf(page)).toBe('engine');
  const back = await currentTime(page);
  await waitForTime(page, Math.max(back, 2) + 1);
  expect(await page.locator('.window-cover, .error-card').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a receiver plays the file, and the engine takes over at its position when it leaves', async ({ product }) => {
  const { page, problems } = await openPlaying(product, haveReceiver);
  await page.mouse.move(100, 100);
  await page.getByRole('button', { name: 'Play on TV' }).click();
  await page.getByText('Playing on TV').waitFor();
  expect(await sourceOf(page)).toMatch(/\.mp4$/);
  expect(await currentTime(page)).toBeGreaterThan(1.5);
  await page.evaluate(() => {
    const media = document.querySelector('video');
    if (media !== null) media.currentTime = 20;
  });
  await expect.poll(() => currentTime(page)).toBeGreaterThan(20.2);
  await page.evaluate(() => (window as unknown as { leave: () => void }).leave());
  await expect.poll(() => sourceOf(page)).toBe('engine');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(20.5);
  expect(await page.locator('.window-cover, .error-card').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a receiver that cannot load the file leaves the video here, and the viewer reads why', async ({ product }) => {
  const { page } = await openPlaying(product, haveReceiver);
  await page.mouse.move(100, 100);
  await page.getByRole('button', { name: 'Play on TV' }).click();
  await page.getByText('Playing on TV').waitFor();
  await page.evaluate(() => document.querySelector('video')?.dispatchEvent(new Event('error')));
  await page.getByText('This TV can’t play the video.').waitFor();
  await expect.poll(() => sourceOf(page)).toBe('engine');
  const back = await currentTime(page);
  await waitForTime(page, back + 1);
  expect(await page.locator('.error-card').count()).toBe(0);
});
