import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { difference, step } from '../support/frame-steps.ts';
import { pause, waitForControls, waitForTime } from '../support/player-page.ts';
import { lastNotice } from '../support/notices.ts';
import { test, type Product } from '../support/test.ts';

/** Opens a page and waits until its video plays with controls. */
async function watch(product: Product, path = '/embed/orieldemo01?autoplay=1&mute=1', options: PageOptions = {}) {
  const watched = await product.open(path, options);
  await waitForControls(watched.page);
  return watched;
}
const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
};

test.concurrent(
  'captions have the viewer’s style, at once and at the next visit, for 360 days [S8]',
  async ({ product, expect }) => {
    const { page } = await watch(product, '/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1');
    await openSettings(page);
    await page.getByRole('button', { name: /^Captions (Off|English)/ }).press('Enter');
    await page.getByRole('button', { name: 'Caption style' }).press('Enter');
    await page.getByLabel('Text color').selectOption('Yellow');
    const sample = page.locator('.style-sample .caption-line');
    expect(await sample.evaluate((line) => getComputedStyle(line).color)).toBe('rgb(255, 255, 0)');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('+');
    await expect.poll(() => lastNotice(page)).toBe('Size 150%');
    await page.reload();
    const line = page.locator('.captions .caption-line').first();
    expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 255, 0)');
    // The style is stored for 360 days, and then deleted.
    const keptDays = await page.evaluate(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('oriel.entry.'));
      const ends = keys.map(
        (key) => (JSON.parse(localStorage.getItem(key) ?? '') as { expiresAtMs: number }).expiresAtMs,
      );
      return ends.map((endMs) => Math.round((endMs - Date.now()) / 86_400_000));
    });
    expect(new Set(keptDays)).toEqual(new Set([360]));
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        if (key.startsWith('oriel.entry.'))
          localStorage.setItem(
            key,
            JSON.stringify({ ...(JSON.parse(String(text)) as object), expiresAtMs: Date.now() - 1 }),
          );
    });
    await page.reload();
    expect(await line.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 255, 0)');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oriel.entry.'))))
      .toEqual([]);
  },
);

test('a frame step moves the video by one frame, in both directions', async ({ product }) => {
  const { page } = await watch(product);
  await waitForTime(page, 1);
  await pause(page);
  const first = await step(page, ',');
  const second = await step(page, '.');
  const third = await step(page, '.');
  const back = await step(page, ',');
  expect(third.seconds - second.seconds).toBeGreaterThan(0.015);
  expect(third.seconds - second.seconds).toBeLessThan(0.06);
  expect(back.seconds).toBeLessThan(third.seconds);
  expect(difference(first, second)).toBeGreaterThan(0);
  expect(difference(back, second)).toBeLessThan(difference(back, third) / 2);
});

test.concurrent(
  'the media session of the browser receives title and state of the playing video',
  async ({ product }) => {
    const { page } = await watch(product);
    const told = await page.evaluate(() => [
      navigator.mediaSession.metadata?.title,
      navigator.mediaSession.playbackState,
    ]);
    expect(told).toEqual(['Four small worlds', 'playing']);
  },
);
