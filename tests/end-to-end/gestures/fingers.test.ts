// @module-tag thorough
import type { Page } from 'playwright';
import { pause, waitForControls, waitForState } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from './support/hands.ts';
import { look } from './support/look.ts';

/** Frames on a phone: upright in a page with margins, sideways, and a small embed. */
const PHONES = [
  [344, 194],
  [640, 360],
  [240, 135],
] as const;

const FINGER = { hasTouch: true, isMobile: true };

async function open(product: Product, [width, height]: readonly [number, number], path: string) {
  const { page, problems } = await product.open(path, { ...FINGER, viewport: { width, height } });
  return { page, problems, hands: await Hands.of(page) };
}

/** Buttons that are drawn, as `name width × height`, where one of the two is below `least`; layout counts in 1/64 px. */
const smallTargets = (page: Page, least: number) =>
  page.evaluate(
    (pixels) =>
      [...document.querySelectorAll<HTMLElement>('button, a[href], [role="radio"]')]
        .filter((one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
        .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < pixels - 1 / 32)
        .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
    least,
  );

test.concurrent.for(PHONES)(
  'under a finger every button of a frame of %i × %i has 44 px',
  async (size, { product, expect }) => {
    const { page, hands, problems } = await open(product, size, '/embed/orieldemo01?autoplay=1&mute=1');
    await waitForControls(page);
    await pause(page);
    expect(await smallTargets(page, 44)).toEqual([]);
    const play = size[1] > 176 ? '.centre-play' : '.bar-play';
    await hands.tapOn(play);
    await waitForState(page, 'playing');
    await pause(page);
    await hands.tapOn('.top-more');
    await page.locator('.panel').waitFor();
    await page
      .locator('.panel')
      .evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)));
    expect(await smallTargets(page, 44)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test.concurrent('in the middle a finger goes back and forward by ten seconds', async ({ product, expect }) => {
  const { page, hands } = await open(product, [640, 360], '/embed/orieldemo01?autoplay=1&mute=1');
  await waitForControls(page);
  await pause(page);
  await hands.tapOn('[data-icon="skipForward"]');
  await expect.poll(async () => (await look(page)).seconds).toBeGreaterThan(9.9);
  await hands.tapOn('[data-icon="skipBack"]');
  await expect.poll(async () => (await look(page)).seconds).toBeLessThan(9);
});

test.concurrent(
  'the actions of a right click are in “More”, too, but for those of the settings and of sharing',
  async ({ product, expect }) => {
    const { page, hands } = await open(product, [640, 360], '/embed/orieldemo01?autoplay=1&mute=1');
    await waitForControls(page);
    await pause(page);
    const rows = () => page.locator('.panel [data-row], .panel [role="switch"]').allTextContents();
    await page.mouse.click(200, 60, { button: 'right' });
    await page.locator('.context-menu').waitFor();
    const offered = await rows();
    await page.keyboard.press('Escape');
    await hands.tapOn('.top-more');
    await page.locator('.more-menu').waitFor();
    const elsewhere = /^(?:Loop|Copy link.*|Copy embed code|Privacy)$/;
    const expected = offered.filter((row) => !elsewhere.test(row));
    expect([expected.length > 3, offered.length - expected.length]).toEqual([true, 5]);
    const present = await rows();
    expect(present).toEqual(expect.arrayContaining(expected));
    expect(present.filter((row) => elsewhere.test(row))).toEqual([]);
  },
);

test.concurrent('the layout follows the pointer that is used', async ({ product, expect }) => {
  const { page, hands } = await open(product, [640, 360], '/embed/orieldemo01?autoplay=1&mute=1');
  await waitForControls(page);
  await pause(page);
  const hasCentre = () => page.locator('.centre-controls').isVisible();
  expect(await hasCentre()).toBe(true);
  await hands.move(0.3, 0.3);
  await expect.poll(hasCentre).toBe(false);
  // The first tap clears the paused picture; the second one, not a double tap, brings back what a finger needs.
  await hands.tap(0.3, 0.2);
  await page.waitForSelector('#player[data-pointer="coarse"][data-idle]');
  await page.waitForTimeout(400);
  await hands.tap(0.3, 0.2);
  await expect.poll(hasCentre).toBe(true);
});

test.concurrent('full screen turns the screen as the video lies', async ({ product, expect }) => {
  const { page } = await product.openPage({ ...FINGER, viewport: { width: 344, height: 194 } });
  await page.addInitScript(() => {
    const turns: string[] = [];
    Object.assign(window, { turns });
    Object.assign(ScreenOrientation.prototype, { lock: async (to: string) => void turns.push(to) });
  });
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForControls(page);
  await pause(page);
  await page.locator('[data-icon="fullscreen"]').tap();
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await expect.poll(() => page.evaluate(() => (window as unknown as { turns: string[] }).turns)).toEqual(['landscape']);
});
