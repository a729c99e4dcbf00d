import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { POLLING, ProviderView } from '../reliability/support/provider-view.ts';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';

/** The tests read what the provider has stored, so its server is theirs alone. */
const test = base.extend('environment', { scope: 'file' }, {});

/** Repeated, so that a slow machine is not too late to pause it. */
const PLAYING = '/embed/orieldemo01?autoplay=1&mute=1&loop=1';

/** A page in an ordinary browser, because errors of robots are not reported (E6), with a fault from the start. */
async function openWith(product: Product, prepare: (page: Page) => Promise<unknown>) {
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/${product.browser.version()} Safari/537.36`;
  const { page, context } = await product.openPage({ userAgent });
  await prepare(page);
  await page.goto(product.playerOrigin + PLAYING);
  await waitForState(page, 'playing');
  return { page, context };
}

const reportsOf = async (product: Product, part: string): Promise<number> => {
  const reports = await new ProviderView(product.hostOrigin).errorReports();
  return reports.filter(({ message }) => message.includes(part)).length;
};

/** Presses by mouse, whose move shows hidden controls. At a fraction of the width, 0 to 1. */
async function press(page: Page, control: Locator, fraction = 0.5): Promise<void> {
  const box = await control.boundingBox();
  if (box === null) throw new Error('nothing to press');
  await page.mouse.click(box.x + box.width * fraction, box.y + box.height / 2);
}

/** Plays, pauses and seeks, by pointer and by key, in a video of 28 seconds. */
async function expectPlayback(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Pause' }));
  await waitForState(page, 'paused');
  await press(page, page.getByRole('slider', { name: 'Seek' }), 0.75);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(18);
  await press(page, page.getByRole('button', { name: 'Play' }));
  await waitForState(page, 'playing');
  await page.keyboard.press('k');
  await waitForState(page, 'paused');
  await page.keyboard.press('1');
  await expect.poll(() => currentTime(page)).toBeCloseTo(2.8, 1);
  await page.keyboard.press('k');
  await waitForTime(page, 3);
}

test(
  'a menu that does not load stays closed and is reported, and the next press retries',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await openWith(product, (one) => one.route('**/open-panel-*.js', (route) => route.abort()));
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    await settings.waitFor();
    await press(page, settings);
    await expect.poll(() => reportsOf(product, 'open-panel'), POLLING).toBe(1);
    expect(await settings.getAttribute('aria-expanded')).toBe('false');
    await expectPlayback(page);
    await page.unrouteAll();
    await press(page, settings);
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  },
);

test('a press without a network shows its effect before anything else can load, and plays once it is back', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?hl=de`);
  await waitForState(page, 'cued');
  const reply = page.getByRole('alert').filter({ hasText: 'Keine Verbindung. Noch einmal versuchen.' });
  const play = page.getByRole('button', { name: 'Abspielen' });
  expect(await reply.count()).toBe(0);
  await context.setOffline(true);
  await play.click();
  await reply.waitFor();
  expect(await play.isVisible()).toBe(true);
  await play.click();
  // That it tries is seen at once.
  await page.locator('.player[data-trying]').waitFor();
  await context.setOffline(false);
  await waitForTime(page, 0.5);
  expect(await reply.count()).toBe(0);
});
