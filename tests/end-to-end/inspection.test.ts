// @module-tag thorough
import '../../src/page/debug/inspect.ts';
import { test } from './support/test.ts';
import { waitForState } from './support/player-page.ts';

test.concurrent(
  'with debug=1, window.oriel.inspect() reports phase, intents, engine, storage and errors',
  async ({ product, expect }) => {
    const { page } = await product.openPage();
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&debug=1&consent=functional`);
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
        infrastructure: { mode: 'worker', storage: 'indexeddb', config: {} },
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

test.concurrent('a page without debug=1 has no window.oriel', async ({ product, expect }) => {
  const { page } = await product.openPage();
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForState(page, 'playing');
  expect(await page.evaluate(() => window.oriel)).toBeUndefined();
});
