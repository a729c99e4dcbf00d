// @module-tag thorough
import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { currentTime, pause, waitForControls } from '../support/player-page.ts';
import { expectSeek } from './support/keys.ts';
import { test, type Product } from '../support/test.ts';

async function paused(product: Product, path: string) {
  const opened = await product.openPage({ viewport: { width: 640, height: 360 } });
  const { page } = opened;
  await page.goto(product.playerOrigin + path);
  await waitForControls(page);
  await pause(page);
  return opened;
}

const centre = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2;
};

test('in Arabic the interface is mirrored, the timeline is not', async ({ product }) => {
  const { page, problems } = await paused(product, '/embed/orieldemo01?autoplay=1&mute=1&hl=ar-EG');
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ]);
  expect(await centre(page.getByRole('button', { name: 'تشغيل', exact: true }))).toBeGreaterThan(550);
  expect(await centre(page.getByRole('button', { name: 'ملء الشاشة' }))).toBeLessThan(90);
  expect(await centre(page.locator('#title'))).toBeGreaterThan(0);
  expect(await page.locator('#title').evaluate((title) => getComputedStyle(title).textAlign)).toMatch(/start|right/);

  // A press at a quarter from the left is a quarter of the video, and the right arrow key seeks forward.
  const bar = await page.locator('.seek').boundingBox();
  await page.mouse.click((bar?.x ?? 0) + (bar?.width ?? 0) / 4, (bar?.y ?? 0) + (bar?.height ?? 0) / 2);
  await expect.poll(() => currentTime(page)).toBeCloseTo(7, 0);
  await page.locator('.seek-input').focus();
  await expectSeek(page, 'ArrowRight', (before) => before + 5);
  await expectSeek(page, 'ArrowLeft', (before) => before - 5);
  await page.locator('.seek-input').blur();
  await expectSeek(page, 'ArrowRight', (before) => before + 5);
  expect(await page.locator('.seek-input').getAttribute('aria-valuetext')).toMatch(/^1[12] ثانية من 2[78] ثانية/);
  expect(problems).toEqual([]);
});

test.concurrent.for([
  ['pt-BR', 'Configurações'],
  ['zh-TW', '设置'],
  ['ja', '設定'],
  ['hi', 'सेटिंग'],
  ['fr', 'Paramètres'],
  ['es-419', 'Ajustes'],
  ['ru', 'Настройки'],
  ['he', 'הגדרות'],
  ['no', 'Innstillinger'],
  ['fil', 'Mga Setting'],
  ['tlh', 'Settings'],
] as const)('hl=%s', async ([code, settings], { product }) => {
  const { page } = await product.openPage({ locale: 'de' });
  const chunks: string[] = [];
  const translation = /\/assets\/(?:[a-z]{2}|fil)-[^/]+\.js$/;
  page.on('request', (request) => translation.test(request.url()) && chunks.push(request.url()));
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&hl=${code}`);
  await waitForControls(page);
  // The controls of a video that plays may have hidden again on a busy machine.
  await page.getByRole('button', { name: settings, includeHidden: true }).first().waitFor({ state: 'attached' });
  // What is requested is imported from the cache.
  expect(new Set(chunks).size).toBe(code === 'tlh' ? 0 : 1);
});
