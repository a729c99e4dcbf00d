// @module-tag thorough
import type { BrowserContext, Page, Route } from 'playwright';
import { expect } from 'vitest';
import { hasRequested } from '../support/has-requested.ts';
import { currentTime, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

/** Short, and repeated: how far it has played does not matter. */
const STARTING = '/embed/orieldemo01?autoplay=1&mute=1&loop=1';

type Part = 'page' | 'open-interface' | 'open-panel' | 'hls-engine' | 'media-calls';

/** Requests for parts of a start that lead into a tunnel. */
async function holdParts(context: BrowserContext, parts: readonly Part[]) {
  const held = new Map<Part, Route>();
  const lost = new Set<Part>();
  let isHolding = true;
  for (const part of parts)
    await context.route(`**/${part}-*.js`, (route) => {
      if (!isHolding) return route.continue();
      if (lost.has(part)) return route.abort();
      held.set(part, route);
      return undefined;
    });
  return {
    allHeld: () => expect.poll(() => held.size).toBe(parts.length),
    cut(part: Part) {
      lost.add(part);
      return held.get(part)?.abort('connectionaborted');
    },
    passOn: (part: Part) => held.get(part)?.continue(),
    release: () => void (isHolding = false),
  };
}

/** All segments but the first do not arrive, until the returned function is called. */
async function cutSegments(context: BrowserContext): Promise<() => void> {
  let isCut = true;
  await context.route(/\/media\/.*\/00[1-9]\.m4s$/, (route) => (isCut ? route.abort() : route.continue()));
  return () => void (isCut = false);
}

test('an engine that failed in a tunnel comes with the return, though the interface failed after it', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  const parts = await holdParts(context, ['open-interface', 'hls-engine']);
  const restoreSegments = await cutSegments(context);
  await page.goto(product.playerOrigin + STARTING);
  await parts.allHeld();
  await context.setOffline(true);
  await parts.cut('hls-engine');
  await page.locator('[data-error]').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Can’t connect. Try again.' }).waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const seconds = await currentTime(page);
  restoreSegments();
  parts.release();
  await context.setOffline(false);
  await parts.cut('open-interface');
  await waitForTime(page, seconds + 4);
  await page.locator('.control-bar').waitFor({ state: 'attached' });
  expect(await page.locator('[data-error], .error-card').count()).toBe(0);
});

const openMenu = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

test('menus and captions open in a tunnel that comes as soon as a video plays, without having been opened before', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  await page.goto(product.playerOrigin + STARTING);
  for (const part of ['open-panel', 'captions']) await expect.poll(() => hasRequested(page, part)).toBe(true);
  expect(await currentTime(page)).toBeLessThan(3);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('link[href*=open-panel]').count()).toBe(0);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await context.setOffline(true);
  await page.keyboard.press('k');
  for (const name of ['Settings', 'More']) {
    await openMenu(page, name);
    // A line that loads by itself is requested twice, and does not take the menu along.
    if (name === 'More')
      await expect.poll(() => failed.filter((url) => url.includes('/television-row-')).length).toBe(2);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('chapters, transcript, sharing and privacy open in a tunnel that comes after a few seconds of playing', async ({
  product,
}) => {
  const { page, context } = await product.openPage({ viewport: { width: 480, height: 270 } });
  await page.goto(product.playerOrigin + STARTING);
  for (const part of ['chapters-panel', 'transcript-panel', 'sheets', 'privacy-panel'])
    await expect.poll(() => hasRequested(page, part), { timeout: 15_000 }).toBe(true);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.keyboard.press('k');
  const sheet = page.getByRole('dialog');
  const expectSheet = async (row: string, heading: string): Promise<void> => {
    await sheet.locator(`[data-row=${row}]`).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  };
  await openMenu(page, 'More');
  await expectSheet('chapters', 'Chapters');
  await openMenu(page, 'More');
  await expectSheet('transcript', 'Transcript');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('heading', { name: 'Share', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await openMenu(page, 'Settings');
  await sheet.locator('[data-row=moreSettings]').click();
  await expectSheet('privacy', 'Privacy');
});

test('a page that saves data fetches the menus, and nothing behind them before it is opened', async ({ product }) => {
  const { page } = await product.openPage();
  await page.goto(`${product.playerOrigin}${STARTING}&data_saver=1`);
  await waitForTime(page, 12);
  const kept = async (parts: readonly string[]) => Promise.all(parts.map((part) => hasRequested(page, part)));
  expect(await kept(['open-interface', 'open-panel', 'chapters-panel', 'sheets'])).toEqual([true, true, false, false]);
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
