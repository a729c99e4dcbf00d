// @module-tag thorough
import type { Page } from 'playwright';
import { pause, waitForControls } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from './support/hands.ts';
import { look } from './support/look.ts';

/** The sheet of 'More' in a frame on a phone, at its place. */
async function openMore(product: Product) {
  const { page, problems } = await product.open('/embed/orieldemo01?autoplay=1&mute=1', {
    ...{ hasTouch: true, isMobile: true },
    viewport: { width: 640, height: 360 },
  });
  const hands = await Hands.of(page);
  await waitForControls(page);
  await pause(page);
  await hands.tapOn('.top-more');
  await page.locator('.more-menu [data-row="about"]').waitFor();
  await settle(page);
  return { page, problems, hands, top: await topOf(page) };
}

const settle = (page: Page) =>
  page.locator('.panel').evaluate(async (panel) => {
    await Promise.all(panel.getAnimations().map(({ finished }) => finished));
  });
const topOf = (page: Page) => page.locator('.panel').evaluate((panel) => panel.getBoundingClientRect().top);
const scrolled = (page: Page) => page.locator('.panel').evaluate((panel) => panel.scrollTop);

test.concurrent('a sheet is closed by a swipe down, which presses nothing', async ({ product, expect }) => {
  const { page, problems, hands, top } = await openMore(product);
  await hands.slide(0.5, 0.2, 0.7);
  expect((await topOf(page)) - top).toBeGreaterThan(100);
  expect((await look(page)).panel).toBe('More');
  await hands.lift();
  await page.locator('.panel').waitFor({ state: 'detached' });
  expect(await look(page)).toMatchObject({ panel: null, focus: 'More', isPlaying: false });
  await hands.tapOn('.top-more');
  await settle(page);
  expect(await topOf(page)).toBe(top);
  expect(problems).toEqual([]);
});

test.concurrent('a sheet that is dragged down and back up stays, and its rows work', async ({ product, expect }) => {
  const { page, hands, top } = await openMore(product);
  await hands.slide(0.5, 0.2, 0.6, 0.24);
  await hands.lift();
  await settle(page);
  expect(await topOf(page)).toBe(top);
  await hands.tapOn('.more-menu [data-row="chapters"]');
  await page.locator('.chapters').waitFor();
});

test.concurrent(
  'a finger scrolls the content of a sheet, and drags it from the top only',
  async ({ product, expect }) => {
    const { page, hands, top } = await openMore(product);
    await hands.slide(0.5, 0.9, 0.4);
    await hands.rest();
    await hands.lift();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(80);
    await hands.slide(0.5, 0.3, 0.6);
    await expect.poll(() => scrolled(page)).toBeLessThan(80);
    expect(await topOf(page)).toBe(top);
    await hands.rest();
    await hands.lift();
    expect((await look(page)).panel).toBe('More');
    await page.locator('.panel').evaluate((panel) => panel.scrollTo(0, 0));
    await hands.slide(0.5, 0.2, 0.9);
    await hands.lift();
    await page.locator('.panel').waitFor({ state: 'detached' });
  },
);

test.concurrent.for([
  ['no-preference', [150]],
  ['reduce', []],
] as const)(
  'with the motion preference %s a released sheet has slides of %j ms',
  async ([motion, slides], { product, expect }) => {
    const { page, hands, top } = await openMore(product);
    await page.emulateMedia({ reducedMotion: motion });
    await page.evaluate(() => {
      const readSlides = (): void => {
        const animations = document.querySelector('.panel')?.getAnimations() ?? [];
        const own = animations.filter((animation) => !(animation instanceof CSSAnimation));
        Object.assign(window, { slides: own.map(({ effect }) => effect?.getTiming().duration) });
      };
      document.addEventListener('touchend', readSlides, { once: true });
    });
    await hands.slide(0.5, 0.2, 0.6, 0.24);
    await hands.lift();
    await page.waitForFunction(() => 'slides' in window);
    expect(await page.evaluate(() => (window as unknown as { slides: unknown }).slides)).toEqual(slides);
    await settle(page);
    expect(await topOf(page)).toBe(top);
  },
);

/** Pixels of the bare edge beside the lines, at a height inside of the sheet. */
async function edgeAt(page: Page, fromBottom: number): Promise<string> {
  const box = await page.locator('.panel').boundingBox();
  if (box === null) throw new Error('no sheet is open');
  const clip = { x: box.x + 2, y: box.y + box.height - fromBottom, width: 4, height: 2 };
  return (await page.screenshot({ clip })).toString('base64');
}

test.concurrent('the lower edge of a sheet is shaded while there are lines below it', async ({ product, expect }) => {
  const { page } = await openMore(product);
  await page.locator('.more-menu [data-row="shortcuts"]').press('Enter');
  await page.locator('.shortcuts').waitFor();
  await settle(page);
  const plain = await edgeAt(page, 120);
  expect(await edgeAt(page, 2)).not.toBe(plain);
  await page.locator('.panel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  expect(await edgeAt(page, 2)).toBe(plain);
});
