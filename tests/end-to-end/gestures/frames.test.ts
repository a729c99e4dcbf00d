// @module-tag thorough
import { expect } from 'vitest';
import { waitForControls, waitForState } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { Hands } from './support/hands.ts';
import { look } from './support/look.ts';

test.concurrent.for([
  [200, 113],
  [320, 180],
  [640, 360],
] as const)('captions stay in a frame of %i × %i, above the bar', async ([width, height], { product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1', {
    viewport: { width, height },
  });
  await waitForControls(page);
  const hands = await Hands.of(page);
  await hands.key('k');
  await waitForState(page, 'paused');
  await hands.key('1');
  await page.locator('.caption-line').waitFor();
  // Captions move with the bar.
  await page.waitForTimeout(500);
  const [line, bar] = [await page.locator('.caption-line').boundingBox(), await page.locator('.seek').boundingBox()];
  expect(line?.x).toBeGreaterThanOrEqual(0);
  expect(line?.y).toBeGreaterThanOrEqual(0);
  expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 4);
});

test.concurrent.for([
  [200, 113],
  [360, 203],
] as const)('a preview has its picture in a frame of %i × %i, inside of it', async ([width, height], { product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1', { viewport: { width, height } });
  await waitForControls(page);
  const hands = await Hands.of(page);
  await hands.drag(0.1, 0.98);
  await page.locator('.seek-picture').waitFor();
  expect((await look(page)).hasPreviewPicture).toBe(true);
  const box = await page.locator('.seek-picture').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(-1);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});

test.concurrent('one name is shown at a time, and none over the captions', async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1');
  await waitForControls(page);
  const hands = await Hands.of(page);
  await hands.key('k');
  await hands.key('1');
  await page.locator('.caption-line').waitFor();
  await hands.pointAt('[data-icon="settings"]');
  await page.locator('.bubble').waitFor();
  await page.waitForTimeout(400);
  const [name, line] = [await page.locator('.bubble').boundingBox(), await page.locator('.caption-line').boundingBox()];
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(name?.y ?? 0);
  await hands.pointAt('.seek');
  await page.waitForTimeout(600);
  expect((await look(page)).bubbles).toHaveLength(1);
});

test.concurrent.for([
  [1280, 800],
  [640, 360],
] as const)(
  'with the profiler open the play button of a frame of %i × %i can be pressed',
  async (size, { product }) => {
    const [width, height] = size;
    const { page } = await product.open('/embed/orieldemo01?profile=1&mute=1', { viewport: { width, height } });
    await page.locator('.profiler').waitFor();
    const hands = await Hands.of(page);
    await hands.press(0.5, 0.5);
    await waitForState(page, 'playing');
  },
);

test.concurrent('from 1280 px on buttons have 48 px and texts 16 to 18', async ({ product }) => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const) {
    const { page, context } = await product.open('/embed/orieldemo01?autoplay=1&mute=1', {
      viewport: { width, height },
    });
    await waitForControls(page);
    const box = await page.locator('.bar-play').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
    const text = await page.locator('.time').evaluate((time) => Number.parseFloat(getComputedStyle(time).fontSize));
    expect([text >= 16, text <= 18]).toEqual([true, true]);
    await context.close();
  }
});
