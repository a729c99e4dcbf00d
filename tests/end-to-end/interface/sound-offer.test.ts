import type { Page } from 'playwright';
import { masterPlaylist, UnusualMedia, VIDEO_CODEC } from '../media/support/unusual-media.ts';
import { waitForControls } from '../support/player-page.ts';
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
