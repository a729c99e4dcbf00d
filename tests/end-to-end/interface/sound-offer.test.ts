import type { Page } from 'playwright';
import { masterPlaylist, UnusualMedia, VIDEO_CODEC } from '../media/support/unusual-media.ts';
import { waitForControls, waitForTime } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  await media.addVideo('film-usual0');
  await media.addVideo('film-silent', { 'master.m3u8': masterPlaylist({ codecs: VIDEO_CODEC, audio: [] }) });
  return { ORIEL_CATALOG_DIR: media.folder };
});

const offers = (page: Page): Promise<number> => page.locator('.unmute').count();
const isMuted = (page: Page) => page.evaluate(() => document.querySelector('video')?.muted);

test.concurrent('a muted start offers sound until the first choice about it', async ({ product, expect }) => {
  const { page, problems } = await product.open('/embed/film-usual0?autoplay=1&mute=1&loop=1');
  await waitForControls(page);
  await page.locator('.unmute').press('Enter');
  await expect.poll(() => isMuted(page)).toBe(false);
  expect(await offers(page)).toBe(0);
  await page.keyboard.press('m');
  await expect.poll(() => isMuted(page)).toBe(true);
  expect(await offers(page)).toBe(0);
  expect(problems).toEqual([]);
});

test.concurrent(
  'a video that has no sound offers none, as far as the browser tells',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await product.open('/embed/film-silent?autoplay=1&mute=1&loop=1&playlist=film-usual0');
    await waitForControls(page);
    await waitForTime(page, 1);
    expect(await offers(page)).toBe(0);
    await page.keyboard.press('Shift+N');
    await page.locator('.unmute').waitFor();
  },
);

test.concurrent(
  'no sound is offered where the viewer muted at an earlier visit, and without controls',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await product.open('/embed/film-usual0?autoplay=1&loop=1');
    await waitForControls(page);
    await page.keyboard.press('m');
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('muted=1');
    await page.reload();
    await waitForControls(page);
    await expect.poll(() => isMuted(page)).toBe(true);
    await waitForTime(page, 1);
    expect(await offers(page)).toBe(0);

    const { page: bare } = await product.open('/embed/film-usual0?autoplay=1&mute=1&controls=0&loop=1');
    await bare.locator('.notices').waitFor({ state: 'attached' });
    await waitForTime(bare, 1);
    expect(await offers(bare)).toBe(0);
  },
);
