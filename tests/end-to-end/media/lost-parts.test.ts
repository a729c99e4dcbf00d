// @module-tag thorough
import type { BrowserContext } from 'playwright';
import { expect } from 'vitest';
import { waitForTime } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

/** The network fails while a part of the player is loading. */

/** Fails the first requests for a part, as without a network. Returns a counter of failed requests. */
async function loseFirst(context: BrowserContext, part: string, count: number): Promise<() => number> {
  let failed = 0;
  await context.route(`**/assets/${part}-*.js`, async (route) => {
    if (failed >= count) return route.continue();
    failed += 1;
    return route.abort('internetdisconnected');
  });
  return () => failed;
}

async function open(product: Product, part: string, count: number) {
  const { page, context } = await product.openPage();
  const failed = await loseFirst(context, part, count);
  await page.goto(`${product.playerOrigin}/embed/orieldemo01`);
  await page.locator('#big-play').click();
  return { page, failed };
}

test('a media worker whose second part fails to load at first plays once the part has loaded', async ({ product }) => {
  const { page, failed } = await open(product, 'media-calls', 3);
  await waitForTime(page, 3);
  expect(failed()).toBe(3);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an engine that fails to load at first is loaded while the beginning of the video plays', async ({ product }) => {
  const { page, failed } = await open(product, 'hls-engine', 2);
  await waitForTime(page, 5);
  await expect.poll(failed).toBe(2);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('‘Try again’ loads an engine that has failed to load', async ({ product }) => {
  const { page, failed } = await open(product, 'hls-engine', Infinity);
  await page.context().route('**/*.m4s', (route) => route.abort('internetdisconnected'));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.context().unrouteAll();
  const before = failed();
  await again.click();
  await waitForTime(page, 3);
  expect(before).toBeGreaterThan(0);
  expect(failed()).toBe(before);
});
