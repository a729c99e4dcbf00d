import { expect } from 'vitest';
import { findFrame } from './support/browser.ts';
import { holdEngine, holdModule } from './support/hold-module.ts';
import { currentTime, pause, waitForControls, waitForState, waitForTime } from './support/player-page.ts';
import { test as base, type Product } from './support/test.ts';

/** A separate server, because the tests read the events that the provider has stored. */
const test = base.extend('environment', { scope: 'file' }, {});

interface StoredEvent {
  /** JSON text, unparsed. */
  readonly payload: string;
}

/** Engine of the last playback, as reported to the provider. */
async function reportedEngine(product: Product): Promise<string | undefined> {
  const response = await fetch(`${product.playerOrigin}/provider/api/events?name=playbackStarted&limit=1`);
  const [event] = JSON.parse(await response.text()) as StoredEvent[];
  return event === undefined ? undefined : (JSON.parse(event.payload) as { engine?: string }).engine;
}

test('a plain stream starts before the engine is requested, and no part of it is requested twice', async ({
  product,
}) => {
  const { page, context, problems } = await product.openPage({ viewport: { width: 1280, height: 720 } });
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.waitForFunction(() => document.querySelector('video')?.videoHeight === 720);
  const parts = requested.filter((path) => /^\/media\/@[\w-]+\/demo\//.test(path) && !path.includes('poster'));
  expect(parts.length).toBeGreaterThan(3);
  const repeated = parts.filter((path, index) => parts.indexOf(path) !== index);
  expect(repeated).toEqual([]);
  expect(requested.filter((path) => path.endsWith('.m3u8'))).toEqual([]);
  const firstSegment = requested.findIndex((path) => path.endsWith('/demo/v240/000.m4s'));
  const engine = requested.findIndex((path) => path.includes('hls-engine'));
  expect(firstSegment).toBeGreaterThan(-1);
  expect(engine).toBeGreaterThan(firstSegment);
  expect(problems).toEqual([]);
  await expect.poll(() => reportedEngine(product)).toBe('worker');
});

test(
  'a head start requests only segments and workers before the module of the page is requested',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, context, problems } = await product.openPage();
    const requested: string[] = [];
    context.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
    await waitForState(page, 'playing');
    const firstOfPage = requested.findIndex((path) => path.includes('/assets/page-'));
    const before = requested.slice(1, firstOfPage);
    for (const name of ['v240', 'audio'])
      expect(before).toContainEqual(expect.stringMatching(`^/media/@[^/]+/demo/${name}/000.m4s$`));
    // The page requests the infrastructure worker at its start.
    const others = before.filter((path) => !/\.m4s$|\/infrastructure\.worker-/.test(path));
    expect(others).toEqual([expect.stringContaining('/assets/media.worker-')]);
    // Only the quality of the first segments is checked: a better quality may have been requested by now.
    const needless = /poster|\/(?:v240|audio)\/init\.mp4/;
    expect(requested.filter((path) => needless.test(path))).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test('a video in one file plays before the module of the page has loaded, and plays on without a new load', async ({
  product,
}) => {
  const { page, context, problems } = await product.openPage();
  const release = await holdModule(context);
  await page.addInitScript(() => {
    const note = (name: string, value = ''): void => document.documentElement.setAttribute(name, value);
    // An element that loads its file again fires `emptied`.
    addEventListener('emptied', () => note('data-emptied'), true);
    addEventListener('playing', ({ target }) => note('data-from', String((target as HTMLVideoElement).currentTime)), {
      capture: true,
      once: true,
    });
  });
  await page.goto(`${product.playerOrigin}/embed/orielmp4001?autoplay=1&mute=1&t=5s`);
  await waitForTime(page, 5.5);
  release();
  await waitForControls(page);
  expect(Number(await page.locator('html').getAttribute('data-from'))).toBeCloseTo(5, 0);
  expect(await page.locator('html[data-emptied]').count()).toBe(0);
  expect(problems).toEqual([]);
  await expect.poll(() => reportedEngine(product)).toBe('progressive');
});

test(
  'a file that plays early is released if the host loads another video before the module of the page has loaded',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page, context, problems } = await product.openPage();
    const release = await holdModule(context);
    await page.goto(
      site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <iframe src="${product.playerOrigin}/embed/orielmp4001?autoplay=1&mute=1&enablejsapi=1" allow="autoplay"></iframe>`),
    );
    const frame = await findFrame(page, '/embed/');
    await waitForTime(frame, 0.5);
    await page.evaluate(() => {
      const say = (message: object) =>
        frames[0]?.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), '*');
      say({ event: 'listening' });
      say({ event: 'command', func: 'loadVideoById', args: ['orieldemo01'] });
    });
    release();
    await frame.waitForFunction(() => (document.querySelector('video')?.srcObject ?? null) !== null);
    await waitForState(frame, 'playing');
    expect(await frame.evaluate(() => document.querySelector('video')?.getAttribute('src'))).toBeNull();
    expect(problems).toEqual([]);
  },
);

test('a stream that is slow to start shows its poster until it plays', { tags: ['thorough'] }, async ({ product }) => {
  const { page, context } = await product.openPage();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/v240/000.m4s', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  expect(await page.locator('.poster img').isVisible()).toBe(false);
  expect(await page.locator('#big-play').isVisible()).toBe(true);
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.poster img')?.naturalWidth ?? 0) > 0);
  expect(await page.locator('.poster img').isVisible()).toBe(true);
  release();
  await waitForState(page, 'playing');
  await page.locator('.poster img').waitFor({ state: 'hidden' });
});

test('a seek while the engine takes over from the head start takes effect', async ({ product }) => {
  const { page, context } = await product.openPage();
  const release = await holdEngine(context);
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForControls(page);
  await pause(page);
  const engine = context.waitForEvent('response', (response) => response.url().includes('hls-engine'));
  const taken = engine.then(() => context.waitForEvent('response', (response) => response.url().endsWith('.m4s')));
  const pressed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const press = (key: string): boolean =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        // The engine loads while main is busy, and receives only the target of the first seek.
        const thenGoBack = (): void => {
          const endMs = performance.now() + 1_500;
          while (performance.now() < endMs);
          press('0');
          resolve();
        };
        const video = document.querySelector('video');
        video?.addEventListener('seeking', () => setTimeout(thenGoBack), { once: true });
        press('5');
      }),
  );
  setTimeout(release, 300);
  await pressed;
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  // The engine has taken over once it has received a segment, which is appended before the video can play there.
  await taken;
  await page.waitForFunction(() => document.querySelector('video')?.seeking === false);
  expect(await currentTime(page)).toBeLessThan(0.1);
});

test.concurrent('the engine plays a video whose head start has failed', async ({ product }) => {
  const { page, context } = await product.openPage();
  let refusals = 0;
  await context.route('**/v240/000.m4s', (route) => {
    refusals += 1;
    return refusals === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  expect(refusals).toBeGreaterThan(0);
  await waitForTime(page, 1);
});

test.concurrent(
  'an early seek, the video’s end and a replay work across the hand-over from the head start to the engine',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.open('/embed/orieldemo01?autoplay=1');
    await waitForState(page, 'playing');
    await page.keyboard.press('7');
    await waitForTime(page, 19.6);
    await page.keyboard.press('End');
    await waitForState(page, 'ended');
    await page.keyboard.press('k');
    await waitForState(page, 'playing');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 99) < 10);
  },
);

test.concurrent.for([
  ['the media worker does not load', '**/media.worker-*.js'],
  ['no worker loads', '**/*.worker-*.js'],
] as const)('where %s, the engine plays on main', { tags: ['thorough'] }, async ([, blocked], { product }) => {
  const { page, context } = await product.openPage();
  await context.route(blocked, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.waitForFunction(() => document.querySelector('video')?.src.startsWith('blob:') === true);
});

test(
  'a seek during the start of a live stream takes effect, and the window moves without a jump',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.open('/embed/oriellive01?autoplay=1&mute=1');
    const bar = page.locator('.seek-input:enabled');
    await bar.waitFor();
    await page.keyboard.press('2');
    await waitForState(page, 'playing');
    const read = async () => ({
      seconds: await currentTime(page),
      edge: Number(await bar.getAttribute('max')),
    });
    const startedMs = performance.now();
    const before = await read();
    await waitForTime(page, before.seconds + 3);
    const after = await read();
    const passedSeconds = (performance.now() - startedMs) / 1_000;
    expect(after.seconds - before.seconds).toBeLessThan(passedSeconds + 1);
    expect(after.edge - before.edge).toBeGreaterThanOrEqual(0);
    expect(after.edge - before.edge).toBeLessThan(passedSeconds + 6);
    expect(after.edge - after.seconds).toBeGreaterThan(30);
  },
);
