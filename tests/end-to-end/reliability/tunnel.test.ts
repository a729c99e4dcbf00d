// @module-tag thorough
import type { BrowserContext, Page, Route } from 'playwright';
import { expect } from 'vitest';
import { moveUntil } from '../support/move-until.ts';
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

test('a stall before the page has loaded is explained while the network is away, with a button', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  const parts = await holdParts(context, ['page']);
  await cutSegments(context);
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

/** Presses beside the play button until the words are back; returns what was seen in the frame after the press. */
async function pressBeside(page: Page, isTouch: boolean) {
  const words = page.locator('.unreached');
  await words.waitFor();
  if (isTouch) await page.touchscreen.tap(60, 100);
  else await page.mouse.click(60, 100);
  const seen = await page.evaluate(() => {
    const { content, animationDelay } = getComputedStyle(document.querySelector('.interface') as Element, '::after');
    const hasWords = document.querySelector('.unreached')?.checkVisibility();
    return { hasWords, hasSpinner: content !== 'none', animationDelay };
  });
  await words.waitFor();
  const isPaused = await page.evaluate(() => document.querySelector('video')?.paused);
  return { ...seen, isPaused };
}

const TRIES = { hasWords: false, hasSpinner: true, animationDelay: '0s', isPaused: false };

const PRESSES = [
  ['a tap', true],
  ['a click', false],
] as const;

test.for(PRESSES)(
  '%s beside ‘Try again’ tries at once and never pauses, before the interface has loaded',
  async ([, isTouch], { product }) => {
    const { page, context } = await product.openPage({ hasTouch: true });
    const parts = await holdParts(context, ['open-interface']);
    const restoreSegments = await cutSegments(context);
    await page.goto(product.playerOrigin + STARTING);
    await parts.allHeld();
    await page.locator('[data-state=buffering]').waitFor();
    await context.setOffline(true);
    for (let presses = 0; presses < 2; presses += 1) expect(await pressBeside(page, isTouch)).toEqual(TRIES);
    const seconds = await currentTime(page);
    restoreSegments();
    parts.release();
    await context.setOffline(false);
    await parts.passOn('open-interface');
    await waitForTime(page, seconds + 2);
  },
);

test.for(PRESSES)(
  '%s beside ‘Try again’ tries at once and never pauses, before the page’s module has loaded',
  async ([, isTouch], { product }) => {
    const { page, context } = await product.openPage({ hasTouch: true });
    const parts = await holdParts(context, ['page']);
    await page.goto(product.playerOrigin + STARTING);
    await parts.allHeld();
    await context.setOffline(true);
    await parts.cut('page');
    for (let presses = 0; presses < 2; presses += 1) expect(await pressBeside(page, isTouch)).toEqual(TRIES);
    parts.release();
    await context.setOffline(false);
    await page.locator('.player[data-state=playing]').waitFor();
  },
);

/** The browser has this part of the interface, perhaps without having run it. */
const isKept = (page: Page, part: string): Promise<boolean> =>
  page.evaluate((name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}-`)), part);

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
  for (const part of ['open-panel', 'captions']) await expect.poll(() => isKept(page, part)).toBe(true);
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
    await expect.poll(() => isKept(page, part), { timeout: 15_000 }).toBe(true);
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

test('a menu that is not there in a tunnel says that the network is away, alone in a small frame', async ({
  product,
}) => {
  const { page, context } = await product.openPage({ viewport: { width: 344, height: 194 } });
  const parts = await holdParts(context, ['open-panel']);
  await page.goto(product.playerOrigin + STARTING);
  await parts.allHeld();
  await context.setOffline(true);
  await parts.cut('open-panel');
  parts.release();
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByText('You’re offline. Try again when you’re back online.').waitFor();
  expect(await page.locator('.banner').evaluate((one) => one.checkVisibility({ visibilityProperty: true }))).toBe(
    false,
  );
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('dialog').waitFor();
});

test('a page that saves data fetches the menus, and nothing behind them before it is opened', async ({ product }) => {
  const { page } = await product.openPage();
  await page.goto(`${product.playerOrigin}${STARTING}&data_saver=1`);
  await waitForTime(page, 12);
  const kept = async (parts: readonly string[]) => Promise.all(parts.map((part) => isKept(page, part)));
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

test('captions whose file does not load come with another request, or with the network', async ({ product }) => {
  const { page, context } = await product.openPage();
  let refusals = 1;
  await context.route('**/captions.*.vtt', (route) => (refusals-- > 0 ? route.abort() : route.continue()));
  await page.goto(product.playerOrigin + STARTING);
  await waitForTime(page, 0.5);
  await page.keyboard.press('c');
  const line = page.locator('.caption-line').first();
  await line.waitFor();
  await page.keyboard.press('c');
  await line.waitFor({ state: 'detached' });
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith('.vtt') });
  await page.keyboard.press('c');
  await failed;
  await context.setOffline(false);
  await line.waitFor();
});

test('a transcript that did not load does not open by itself after the return of the network', async ({ product }) => {
  const { page, context } = await product.openPage();
  await context.route('**/transcript-panel-*.js', (route) => route.abort());
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(product.playerOrigin + STARTING);
  await waitForTime(page, 1);
  await moveUntil(page, () => page.getByRole('button', { name: 'More' }).isVisible());
  await page.getByRole('button', { name: 'More' }).click();
  const row = page.getByRole('menuitem', { name: 'Transcript' }).or(page.getByRole('button', { name: 'Transcript' }));
  await row.waitFor();
  await context.setOffline(true);
  await row.click();
  const words = page.getByText('You’re offline. Try again when you’re back online.');
  await words.waitFor();
  await context.unroute('**/transcript-panel-*.js');
  await context.setOffline(false);
  await page.getByText('Back online').waitFor();
  await words.waitFor({ state: 'detached', timeout: 1_000 });
  await waitForTime(page, (await currentTime(page)) + 2);
  expect(await page.locator('.transcript-list').count()).toBe(0);
});
