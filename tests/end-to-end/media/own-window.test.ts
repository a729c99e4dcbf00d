// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

/** Events of the element that would show that moving it interrupts playback. */
const BREAKS = ['emptied', 'loadstart', 'pause', 'waiting', 'error'];

async function openPlaying(product: Product, path = '/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1') {
  const opened = await product.open(path);
  const { page } = opened;
  await waitForState(page, 'playing');
  await page.waitForSelector('[data-icon="pictureInPicture"]', { state: 'attached' });
  await page.evaluate((names) => {
    const media = document.querySelector('video');
    const heard: string[] = [];
    Object.assign(window, { heard, media, source: media?.srcObject });
    for (const name of names) media?.addEventListener(name, () => heard.push(name));
  }, BREAKS);
  return opened;
}

async function openWindow(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.keyboard.press('i');
  const opened = await opening;
  await opened.locator('.control-bar').waitFor({ state: 'attached' });
  return opened;
}

const heard = (page: Page) =>
  page.evaluate(() => {
    const {
      heard: names,
      media,
      source,
    } = window as unknown as {
      heard: string[];
      media: HTMLVideoElement;
      source: unknown;
    };
    return [...names, media.srcObject === source ? 'same source' : 'another source'];
  });
const isHere = (page: Page) => page.locator('#player > video').count();

test('the video plays on in its own window, with controls and captions, and after its return to the page', async ({
  product,
}) => {
  const { page, problems } = await openPlaying(product);
  const own = await openWindow(page);
  expect([await isHere(page), await own.locator('video').count()]).toEqual([0, 1]);
  await page.getByText('Playing in picture-in-picture').waitFor();
  const begun = await currentTime(own);
  await waitForTime(own, begun + 1);
  expect(await heard(page)).toEqual(['same source']);
  await own.locator('.caption-line').first().waitFor();
  expect(await page.locator('.captions').isVisible()).toBe(false);
  await own.locator('video').hover();
  await own.getByRole('button', { name: 'Pause' }).click();
  await waitForState(page, 'paused');
  await own.getByRole('slider', { name: 'Seek' }).fill('20');
  await expect.poll(() => currentTime(own)).toBeCloseTo(20, 0);
  await own.getByText('0:20 / 0:28').waitFor();
  await own.keyboard.press('k');
  await waitForState(page, 'playing');
  await Promise.all([own.waitForEvent('close'), own.getByRole('button', { name: 'Return to player' }).click()]);
  expect(await isHere(page)).toBe(1);
  await waitForTime(page, 20.5);
  expect(await page.locator('.window-cover').count()).toBe(0);
  expect((await heard(page)).filter((name) => name !== 'pause' && name !== 'waiting')).toEqual(['same source']);
  expect(problems).toEqual([]);
});
