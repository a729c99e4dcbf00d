// @module-tag thorough
import '../../src/page/debug/inspect.ts';
import { test } from './support/test.ts';
import { waitForState } from './support/player-page.ts';

test.concurrent(
  'debug=1 offers one object with phase, intents, engine, queue and errors',
  async ({ product, expect }) => {
    const { page } = await product.openPage();
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&debug=1`);
    await waitForState(page, 'playing');
    await expect
      .poll(() => page.evaluate(() => window.oriel?.inspect()))
      .toMatchObject({
        state: 1,
        videoId: 'orieldemo01',
        phase: 'open',
        engine: 'worker',
        intents: { playing: true, muted: true },
        pendingIntents: [],
        error: null,
        infrastructure: { mode: 'worker', storage: 'indexeddb' },
        errors: [],
      });
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('planted');
      }, 0);
    });
    await expect.poll(() => page.evaluate(() => window.oriel?.inspect().errors.join())).toContain('planted');
  },
);

test.concurrent('without the parameter there is no such object', async ({ product, expect }) => {
  const { page } = await product.openPage();
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForState(page, 'playing');
  expect(await page.evaluate(() => window.oriel)).toBeUndefined();
});

test.concurrent('the configuration of one page load is handed to the next [S4]', async ({ product, expect }) => {
  const { page } = await product.openPage();
  const address = `${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&debug=1&consent=functional`;
  // A page that leaves before the response to its log has come learns nothing for the next.
  const handedOver = async (): Promise<unknown> => {
    const replied = page.waitForResponse((response) => response.url().includes('/log_event') && response.ok());
    await page.goto(address);
    await waitForState(page, 'playing');
    await page.waitForFunction(() => (window.oriel?.inspect().infrastructure.config ?? null) !== null);
    await replied;
    return page.evaluate(() => window.oriel?.inspect().infrastructure.config);
  };
  expect(await handedOver()).toEqual({});
  await expect.poll(handedOver, { timeout: 60_000 }).toMatchObject({ hot: { playbackQualityDefault: 'auto' } });
});
