import type { Page } from 'playwright';
import { moveUntil } from '../support/move-until.ts';
import { currentTime, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

/** Longer than everything that was loaded ahead is played, and what a change may cost. */
const LISTENED_SECONDS = 10;
/** A stop that viewers would take for the end. The change takes 230 ms on two cores, and 560 while those do other things. */
const GAP_MAX_MS = 2_000;

const facts = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    return { width: video.videoWidth, frames: video.getVideoPlaybackQuality().totalVideoFrames };
  });

/** How far the video is behind the clock, milliseconds. */
const behind = (page: Page): Promise<number> =>
  page.evaluate(() => performance.now() - (document.querySelector('video')?.currentTime ?? 0) * 1_000);

async function onlyListen(page: Page): Promise<void> {
  await page.mouse.move(300 + Math.random(), 300);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Only listen' }).click();
  await page.keyboard.press('Escape');
}

test.concurrent.for([
  ['in the worker', ''],
  ['on main', '&worker=off'],
] as const)(
  'a viewer only listens, %s: no pictures are loaded, sound plays on, and the pictures come back',
  async ([, query], { product, expect }) => {
    const { page, problems } = await product.openPage();
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (/\/v\d{3}\//.test(request.url())) pictures.push(request.url());
    });
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1${query}`);
    await waitForTime(page, 3);
    const seenAtMs = await behind(page);
    await onlyListen(page);
    await page.getByText('Listening only').waitFor();
    await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 0);
    pictures.length = 0;
    const begunAt = await currentTime(page);
    await waitForTime(page, begunAt + LISTENED_SECONDS);
    expect(pictures).toEqual([]);
    const heardAtMs = await behind(page);
    expect(heardAtMs - seenAtMs).toBeLessThan(GAP_MAX_MS);
    await onlyListen(page);
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await page.getByText('Listening only').waitFor({ state: 'detached' });
    const { frames } = await facts(page);
    await expect.poll(async () => (await facts(page)).frames).toBeGreaterThan(frames + 10);
    expect((await behind(page)) - heardAtMs).toBeLessThan(GAP_MAX_MS);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'sound alone is chosen before the start, and no picture is ever loaded',
  async ({ product, expect }) => {
    const { page, problems } = await product.openPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${product.playerOrigin}/embed/orieldemo01`);
    const more = page.getByRole('button', { name: 'More' });
    await moveUntil(page, async () => (await more.count()) === 1);
    await more.click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Only listen' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await waitForTime(page, 4);
    expect(requested.filter((url) => /\/v\d{3}\//.test(url))).toEqual([]);
    expect(requested.some((url) => url.includes('/audio/'))).toBe(true);
    expect(problems).toEqual([]);
  },
);
