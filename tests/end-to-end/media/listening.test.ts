import type { Page } from 'playwright';
import { moveUntil } from '../support/move-until.ts';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { splitRows } from '../../support/split-rows.ts';

/** Longer than the pictures that were loaded ahead last, plus the time of a change. */
const LISTENED_SECONDS = 10;

const facts = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement;
    return { width: video.videoWidth, frames: video.getVideoPlaybackQuality().totalVideoFrames };
  });

async function onlyListen(page: Page): Promise<void> {
  await page.mouse.move(300 + Math.random(), 300);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('switch', { name: 'Audio only' }).click();
  // Closes the page of the menu, and then the menu.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

for (const { rows, options } of splitRows(
  [
    ['in the worker', ''],
    ['on main', '&worker=off'],
  ] as const,
  ([where]) => where === 'in the worker',
))
  test.concurrent.for(rows)(
    'with Audio only, sound plays on and no pictures are loaded until it is turned off, with the engine %s',
    options,
    async ([, query], { product, expect }) => {
      const { page, problems } = await product.openPage();
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (/\/v\d{3}\//.test(request.url())) pictures.push(request.url());
      });
      await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1${query}`);
      await waitForTime(page, 3);
      await onlyListen(page);
      await page.getByText('Audio only').waitFor();
      await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 0);
      pictures.length = 0;
      const begunAt = await currentTime(page);
      await waitForTime(page, begunAt + LISTENED_SECONDS);
      expect(pictures).toEqual([]);
      await onlyListen(page);
      await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
      await page.getByText('Audio only').waitFor({ state: 'detached' });
      const { frames } = await facts(page);
      await expect.poll(async () => (await facts(page)).frames).toBeGreaterThan(frames + 10);
      expect(await currentTime(page)).toBeGreaterThan(begunAt + LISTENED_SECONDS);
      expect(problems).toEqual([]);
    },
  );

/** Seconds behind the live head, as the button beside the time shows them. */
const behindHead = async (page: Page): Promise<number> => {
  await moveUntil(page, () => page.locator('.live-behind').isVisible());
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(await page.locator('.live-behind').innerText()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test.concurrent(
  'a viewer behind the head of a live stream stays as far behind when Audio only is turned on and off',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page, problems } = await product.openPage();
    await page.goto(`${product.playerOrigin}/embed/oriellive01?autoplay=1&mute=1`);
    await page.locator('.live[data-at-head]').waitFor({ state: 'attached' });
    const bar = page.locator('.seek');
    await moveUntil(page, () => bar.isVisible());
    const { x, y, width, height } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width * 0.3, y + height / 2);
    await waitForState(page, 'playing');
    const before = await behindHead(page);
    expect(before).toBeGreaterThan(20);
    for (const isListening of [true, false]) {
      await onlyListen(page);
      await page.getByText('Audio only').waitFor({ state: isListening ? 'visible' : 'detached' });
      await waitForState(page, 'playing');
      // Tolerates a segment of the stream, and the time of the change.
      expect(Math.abs((await behindHead(page)) - before)).toBeLessThan(8);
    }
    expect(problems).toEqual([]);
  },
);
