import { expect } from 'vitest';
import { makeCatalog } from '../support/catalog.ts';
import { currentTime, pause, waitForState } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';

const HEARTBEAT_MS = 1_000;

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const catalog = await makeCatalog({
    'videos/orieldemo01.json': { heartbeat: { intervalMs: HEARTBEAT_MS, concurrentViewersMax: 1 } },
  });
  onCleanup(catalog.remove);
  return { ORIEL_CATALOG_DIR: catalog.folder, ORIEL_SCENARIOS: '1' };
});

/** Opens a page that plays, and waits for the response to its first heartbeat. */
async function watch(product: Product, path = '/embed/orieldemo01?autoplay=1&mute=1') {
  const watched = await product.openPage();
  const beat = watched.page.waitForResponse(/player\/heartbeat/);
  await watched.page.goto(product.playerOrigin + path);
  await beat;
  return watched;
}

test('playback stops with the reason when the video plays in too many places, and resumes on Try again [N23, H5]', async ({
  product,
}) => {
  const first = await watch(product);
  const second = await watch(product);
  const card = first.page.locator('.error-card');
  await card.waitFor();
  expect(await card.textContent()).toContain('This video is being watched in too many places.');
  expect(await card.textContent()).toContain('heartbeat.stop');
  expect(await first.page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
  expect(await second.page.locator('.error-card').count()).toBe(0);
  await first.page.getByRole('button', { name: 'Try again' }).click();
  await waitForState(first.page, 'playing');
});

test('playback ends when heartbeats fail with 503, and Try again continues at the same position [N23, H5]', async ({
  product,
}) => {
  const { page } = await watch(product);
  await pause(page);
  const fault = { path: 'player/heartbeat', times: 3, fault: { kind: 'status', status: 503 } };
  await fetch(`${product.playerOrigin}/provider/api/scenarios`, { method: 'POST', body: JSON.stringify([fault]) });
  await page.keyboard.press('5');
  await page.keyboard.press('k');
  await page.locator('.error-card').waitFor();
  expect(await page.locator('.error-card').textContent()).toContain('heartbeat.servererror');
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForState(page, 'playing');
  expect(await currentTime(page)).toBeGreaterThanOrEqual(14);
});

test('playback ends when heartbeats cannot be sent, and Try again continues once the network works [N23, H5]', async ({
  product,
}) => {
  const { page, context } = await watch(product);
  await context.route('**/player/heartbeat*', (route) => route.abort('connectionrefused'));
  await page.locator('.error-card').waitFor();
  expect(await page.locator('.error-card').textContent()).toContain('heartbeat.net');
  await context.unroute('**/player/heartbeat*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForState(page, 'playing');
});
