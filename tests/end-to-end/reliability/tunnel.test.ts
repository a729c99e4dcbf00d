import type { BrowserContext, Route } from 'playwright';
import { expect } from 'vitest';
import { currentTime, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

/** Short, and repeated: how far it has played does not matter. */
const STARTING = '/embed/orieldemo01?autoplay=1&mute=1&loop=1';

type Part = 'page' | 'open-interface' | 'hls-engine' | 'media-calls';

/** Requests for parts of a start that lead into a tunnel. */
async function holdParts(context: BrowserContext, parts: readonly Part[]) {
  const held = new Map<Part, Route>();
  let isHolding = true;
  for (const part of parts)
    await context.route(`**/${part}-*.js`, (route) => {
      if (!isHolding) return route.continue();
      held.set(part, route);
      return undefined;
    });
  return {
    allHeld: () => expect.poll(() => held.size).toBe(parts.length),
    cut: (part: Part) => held.get(part)?.abort('connectionaborted'),
    passOn: (part: Part) => held.get(part)?.continue(),
    release: () => void (isHolding = false),
  };
}

test('an engine that failed in a tunnel comes with the return, though the interface failed after it', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  const parts = await holdParts(context, ['open-interface', 'hls-engine']);
  await page.goto(product.playerOrigin + STARTING);
  await parts.allHeld();
  await context.setOffline(true);
  await parts.cut('hls-engine');
  await page.locator('[data-error]').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Can’t connect. Try again.' }).waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const seconds = await currentTime(page);
  parts.release();
  await context.setOffline(false);
  await parts.cut('open-interface');
  await waitForTime(page, seconds + 4);
  await page.locator('.control-bar').waitFor({ state: 'attached' });
  expect(await page.locator('[data-error], .error-card').count()).toBe(0);
});

test('a stall before the page has loaded is explained while the network is away, with a button', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  const parts = await holdParts(context, ['page']);
  await context.route(/\/media\/.*\/00[1-9]\.m4s$/, (route) => route.abort());
  await page.goto(product.playerOrigin + STARTING);
  await parts.allHeld();
  await page.locator('[data-stalled]').waitFor();
  const words = page.getByRole('alert').filter({ hasText: 'Can’t connect. Try again.' });
  expect(await words.count()).toBe(0);
  await context.setOffline(true);
  await words.waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await context.setOffline(false);
  await words.waitFor({ state: 'hidden' });
});

test('a page that comes after the engine takes the video over where it is', async ({ product }) => {
  const { page, context } = await product.openPage();
  const parts = await holdParts(context, ['page']);
  await page.goto(product.playerOrigin + STARTING);
  await page.evaluate(() => {
    const media = document.querySelector('video') as HTMLVideoElement;
    media.addEventListener('seeking', () => (document.title = `sought ${media.currentTime}`));
  });
  await page.waitForFunction(() => {
    const buffered = document.querySelector('video')?.buffered;
    return buffered !== undefined && buffered.length > 0 && buffered.end(0) > 8;
  });
  await waitForTime(page, 4);
  await parts.passOn('page');
  await page.locator('.player[data-state=playing]').waitFor();
  await waitForTime(page, 6);
  expect(await page.title()).not.toContain('sought');
});

test.for(['hls-engine', 'media-calls'] as const)(
  '%s that was requested in a tunnel and cut after the return leaves no error behind',
  async (part, { product }) => {
    const { page, context } = await product.openPage();
    const parts = await holdParts(context, [part]);
    await page.goto(product.playerOrigin + STARTING);
    await parts.allHeld();
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    parts.release();
    await context.setOffline(false);
    await page.waitForFunction(() => navigator.onLine);
    await parts.cut(part);
    await waitForTime(page, 8);
    expect(await page.locator('[data-error], .error-card').count()).toBe(0);
  },
);
