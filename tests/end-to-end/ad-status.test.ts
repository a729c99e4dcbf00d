import { gunzipSync, strFromU8 } from 'fflate';
import type { Page, Request } from 'playwright';
import { waitForControls } from './support/player-page.ts';
import { test } from './support/test.ts';

/** Ad signals in a request of the page to the provider. */
function adSignalsOf(request: Request): unknown {
  const body = request.postDataBuffer() ?? new Uint8Array();
  const isZipped = request.headers()['content-encoding'] === 'gzip';
  const { context } = JSON.parse(strFromU8(isZipped ? gunzipSync(body) : body)) as {
    context: { adSignalsInfo: { params: unknown } };
  };
  return context.adSignalsInfo.params;
}

/** Loads the next video of the playlist, and returns the ad signals of its request. */
async function nextSignals(page: Page): Promise<unknown> {
  const asked = page.waitForRequest(/\/youtubei\/v1\/player$/);
  await page.keyboard.press('Shift+N');
  return adSignalsOf(await asked);
}

interface HeldWindow extends Window {
  /** Timers of 5 s, which only the test fires: on a busy machine real timers would fire before the video plays. */
  held: (() => void)[];
}

test.concurrent.for(['loaded', 'blocked', 'timed_out'] as const)(
  'the video does not wait for the ad-status script, and later requests report the script as %s [P12]',
  async (outcome, { product, expect }) => {
    const { page } = await product.openPage();
    await page.addInitScript(() => {
      const { setTimeout: setRealTimeout } = window;
      const held: (() => void)[] = [];
      const set = (task: () => void, delayMs?: number): number =>
        delayMs === 5_000 ? held.push(task) : setRealTimeout(task, delayMs);
      Object.assign(window, { held, setTimeout: set });
    });
    await page.route('**/ads/ad_status.js', async (route) => {
      if (outcome === 'loaded') await route.continue();
      if (outcome === 'blocked') await route.abort();
    });
    const asked = page.waitForRequest('**/ads/ad_status.js');
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&loop=1&playlist=orielmp4001`);
    await waitForControls(page);
    await asked;
    if (outcome === 'timed_out') {
      expect(await nextSignals(page)).not.toContainEqual(expect.objectContaining({ key: 'ad_status' }));
      await page.evaluate(() => (window as unknown as HeldWindow).held.forEach((end) => end()));
    }
    await expect.poll(() => nextSignals(page)).toContainEqual({ key: 'ad_status', value: outcome });
  },
);
