import type { BrowserContext, Page, Route, Worker } from 'playwright';
import { expect } from 'vitest';
import { waitForState } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { splitRows } from '../../support/split-rows.ts';

const waitForTime = (page: Page, from: number, to = Infinity) =>
  page.waitForFunction(
    ([least, most]) => {
      const seconds = document.querySelector('video')?.currentTime ?? 0;
      return seconds > (least ?? 0) && seconds < (most ?? Infinity);
    },
    [from, to === Infinity ? 1e9 : to],
    { timeout: 30_000 },
  );

/** Everything after the first eight seconds is held back until released. */
async function holdBack(context: BrowserContext): Promise<() => Promise<void>> {
  let isHeld = true;
  const held: Route[] = [];
  await context.route(/\/media\/demo\/(?:v\d+|audio)\/0(?:0[4-9]|1\d)\.m4s/, (route) =>
    isHeld ? void held.push(route) : route.continue(),
  );
  return async () => {
    isHeld = false;
    // Those of the dead worker have no effect.
    await Promise.all(held.map((route) => route.abort().catch(() => undefined)));
  };
}

function mediaWorker(page: Page): Worker {
  const found = page.workers().find((worker) => worker.url().includes('media.worker'));
  if (found === undefined) throw new Error('no media worker');
  return found;
}

const WAYS_TO_DIE: readonly (readonly [string, (worker: Worker) => void])[] = [
  ['hangs', (worker) => void worker.evaluate('for (;;);').catch(() => undefined)],
  ['ends', (worker) => void worker.evaluate('self.close()').catch(() => undefined)],
];

for (const { rows, options } of splitRows(WAYS_TO_DIE, ([way]) => way === 'ends'))
  test.for(rows)(
    'a media worker that %s is replaced, and the video continues at its position',
    options,
    async ([, kill], { product }) => {
      const { page, context } = await product.openPage();
      const release = await holdBack(context);
      await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
      await waitForState(page, 'playing');
      await waitForTime(page, 1);
      await page.evaluate(() => {
        const video = document.querySelector('video');
        if (video !== null) video.defaultPlaybackRate = video.playbackRate = 1.5;
      });
      const seen = await page.evaluateHandle(() => {
        const video = document.querySelector('video');
        const player = document.querySelector<HTMLElement>('#player');
        const record = { smallest: Infinity, states: [] as (string | undefined)[] };
        video?.addEventListener('timeupdate', () => (record.smallest = Math.min(record.smallest, video.currentTime)));
        if (player !== null)
          new MutationObserver(() => record.states.push(player.dataset['state'])).observe(player, { attributes: true });
        return record;
      });
      kill(mediaWorker(page));
      // An element whose source is gone jumps to its end for a moment; that is not playback.
      await waitForTime(page, 3, 7.5);
      await release();
      await waitForTime(page, 9, 20);
      const { smallest, states } = await seen.jsonValue();
      expect(smallest).toBeGreaterThan(0.9);
      expect(states).not.toContain('ended');
      expect(await page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.5);
      expect(await page.locator('.error-card').count()).toBe(0);
      await waitForState(page, 'playing');
    },
  );

test('a seek after the worker has died lands at its target', { tags: ['thorough'] }, async ({ product }) => {
  const { page, context } = await product.openPage();
  const release = await holdBack(context);
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForState(page, 'playing');
  await waitForTime(page, 1);
  mediaWorker(page)
    .evaluate('for (;;);')
    .catch(() => undefined);
  await release();
  await page.keyboard.press('7');
  await waitForTime(page, 20.5);
  await waitForState(page, 'playing');
});
