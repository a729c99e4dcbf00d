import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from './support/browser.ts';
import { startServer, type RunningServer } from './support/server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const waitForState = (page: Page, state: string) => page.waitForSelector(`#player[data-state="${state}"]`);

interface StoredEvent {
  /** JSON text, as it came. */
  readonly payload: string;
}

/** Which path the last playback took, as the provider was told. */
async function reportedEngine(): Promise<string | undefined> {
  const response = await fetch(`${server.playerOrigin}/provider/api/events?name=playbackStarted&limit=1`);
  const [event] = JSON.parse(await response.text()) as StoredEvent[];
  return event === undefined ? undefined : (JSON.parse(event.payload) as { engine?: string }).engine;
}

test('a plain stream starts before the engine is fetched, and nothing is fetched twice', async () => {
  const { page, context, problems } = await openPage(browser, { viewport: { width: 1280, height: 720 } });
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.waitForFunction(() => document.querySelector('video')?.videoHeight === 720);
  const parts = requested.filter((path) => path.startsWith('/media/demo/') && !path.includes('poster'));
  const repeated = parts.filter((path, index) => parts.indexOf(path) !== index);
  expect(repeated).toEqual([]);
  expect(requested.filter((path) => path.endsWith('.m3u8'))).toEqual([]);
  const firstSegment = requested.indexOf('/media/demo/v240/000.m4s');
  const engine = requested.findIndex((path) => path.includes('hls-engine'));
  expect(firstSegment).toBeGreaterThan(-1);
  expect(engine).toBeGreaterThan(firstSegment);
  expect(problems).toEqual([]);
  await expect.poll(reportedEngine, { timeout: 10_000 }).toBe('worker');
  await context.close();
});

test('a start that goes wrong is left to the engine, which plays', async () => {
  const { page, context } = await openPage(browser);
  let refusals = 0;
  await context.route('**/v240/000.m4s', (route) => {
    refusals += 1;
    return refusals === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  expect(refusals).toBeGreaterThan(0);
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  await context.close();
});

test('a stream starts where the address says', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1&start=15`);
  await waitForState(page, 'playing');
  const time = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  expect(time).toBeGreaterThanOrEqual(14.9);
  expect(time).toBeLessThan(20);
  await context.close();
});

test.each(['start=999', 'start=999&end=20', 'start=0&end=0'])(
  'an address whose clip cannot be meant plays the film: %s',
  async (query) => {
    const { page, context } = await openPage(browser);
    await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1&${query}`);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
    expect(await page.getAttribute('#player', 'data-state')).toBe('playing');
    expect(await page.evaluate(() => document.querySelector('video')?.currentTime ?? 99)).toBeLessThan(20);
    await context.close();
  },
);

test('an early seek and the end of the film survive the change from starter to engine', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.keyboard.press('7');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 19.6);
  await page.keyboard.press('End');
  await waitForState(page, 'ended');
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 99) < 10);
  await context.close();
});

test('live video plays at its edge', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.playerOrigin}/embed/oriellive01?autoplay=1`);
  await waitForState(page, 'playing');
  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  const before = await time();
  expect(before).toBeGreaterThan(10);
  await page.waitForFunction((start) => (document.querySelector('video')?.currentTime ?? 0) > start + 1, before);
  await context.close();
});

test.each([
  ['the media worker does not load', '**/media.worker-*.js', 'main'],
  ['the infrastructure worker does not load either', '**/*.worker-*.js', 'main'],
])('where %s, the engine plays on main', async (_, blocked, engine) => {
  const { page, context } = await openPage(browser);
  await context.route(blocked, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await page.goto(`${server.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.waitForFunction(() => document.querySelector('video')?.src.startsWith('blob:') === true);
  expect(engine).toBe('main');
  await context.close();
});

test('in a live stream a seek made while it starts holds, and the window moves on without a jump', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.playerOrigin}/embed/oriellive01?autoplay=1&mute=1`);
  const bar = page.locator('.seek-input:enabled');
  await bar.waitFor();
  await page.keyboard.press('2');
  await waitForState(page, 'playing');
  const read = async () => ({
    seconds: await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0),
    edge: Number(await bar.getAttribute('max')),
  });
  const before = await read();
  await page.waitForTimeout(4_000);
  const after = await read();
  expect(after.seconds).toBeGreaterThan(before.seconds + 2);
  expect(after.seconds).toBeLessThan(before.seconds + 7);
  expect(after.edge - before.edge).toBeGreaterThanOrEqual(0);
  expect(after.edge - before.edge).toBeLessThan(10);
  expect(after.edge - after.seconds).toBeGreaterThan(30);
  await context.close();
});
