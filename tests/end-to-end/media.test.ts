import { expect, test } from 'vitest';
import { currentTime, pause, waitForControls, waitForState, waitForTime } from './support/player-page.ts';
import { useProduct } from './support/product.ts';

const product = useProduct();

interface StoredEvent {
  /** JSON text, as it came. */
  readonly payload: string;
}

/** Which path the last playback took, as the provider was told. */
async function reportedEngine(): Promise<string | undefined> {
  const response = await fetch(`${product.playerOrigin}/provider/api/events?name=playbackStarted&limit=1`);
  const [event] = JSON.parse(await response.text()) as StoredEvent[];
  return event === undefined ? undefined : (JSON.parse(event.payload) as { engine?: string }).engine;
}

test('a plain stream starts before the engine is fetched, and nothing is fetched twice', async () => {
  const { page, context, problems } = await product.openPage({ viewport: { width: 1280, height: 720 } });
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
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

test('a stream that starts with the page has the line to itself until its first frame', async () => {
  const { page, context, problems } = await product.openPage();
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForState(page, 'playing');
  const firstOfPage = requested.findIndex((path) => path.includes('/assets/page-'));
  const before = requested.slice(1, firstOfPage);
  expect(before).toEqual(expect.arrayContaining(['/media/demo/v240/000.m4s', '/media/demo/audio/000.m4s']));
  /** The page's own worker is asked for with the page. */
  const others = before.filter((path) => !/\.m4s$|\/infrastructure\.worker-/.test(path));
  expect(others).toEqual([expect.stringContaining('/assets/media.worker-')]);
  /** The page brings the first segments' own; a better quality may be asked for by the time this is looked at. */
  const needless = /poster|\/(?:v240|audio)\/init\.mp4/;
  expect(requested.filter((path) => needless.test(path))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a stream that takes long to start shows its poster meanwhile', async () => {
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
  await context.close();
});

test('a viewer who goes somewhere else while the engine takes over stays there', async () => {
  const { page, context } = await product.openPage();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/hls-engine-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForControls(page);
  await pause(page);
  const pressed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const press = (key: string): boolean =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        /** The engine comes while main is busy, and learns of the first place only. */
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
  await page.waitForTimeout(1_000);
  expect(await currentTime(page)).toBeLessThan(0.1);
  await context.close();
});

test.concurrent('a start that goes wrong is left to the engine, which plays', async () => {
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
  await context.close();
});

test.concurrent('a stream starts where the address says', async () => {
  const { page, context } = await product.open('/embed/orieldemo01?autoplay=1&start=15');
  await waitForState(page, 'playing');
  const time = await currentTime(page);
  expect(time).toBeGreaterThanOrEqual(14.9);
  expect(time).toBeLessThan(20);
  await context.close();
});

test.concurrent.each(['start=999', 'start=999&end=20', 'start=0&end=0'])(
  'an address whose clip cannot be meant plays the film: %s',
  async (query) => {
    const { page, context } = await product.open(`/embed/orieldemo01?autoplay=1&${query}`);
    await waitForTime(page, 1);
    expect(await page.getAttribute('#player', 'data-state')).toBe('playing');
    expect(await page.evaluate(() => document.querySelector('video')?.currentTime ?? 99)).toBeLessThan(20);
    await context.close();
  },
);

test.concurrent('an early seek and the end of the film survive the change from starter to engine', async () => {
  const { page, context } = await product.open('/embed/orieldemo01?autoplay=1');
  await waitForState(page, 'playing');
  await page.keyboard.press('7');
  await waitForTime(page, 19.6);
  await page.keyboard.press('End');
  await waitForState(page, 'ended');
  await page.keyboard.press('k');
  await waitForState(page, 'playing');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 99) < 10);
  await context.close();
});

test.concurrent('live video plays at its edge', async () => {
  const { page, context } = await product.open('/embed/oriellive01?autoplay=1');
  await waitForState(page, 'playing');
  const time = () => currentTime(page);
  const before = await time();
  expect(before).toBeGreaterThan(10);
  await waitForTime(page, before + 1);
  await context.close();
});

test.concurrent.each([
  ['the media worker does not load', '**/media.worker-*.js', 'main'],
  ['the infrastructure worker does not load either', '**/*.worker-*.js', 'main'],
])('where %s, the engine plays on main', async (_, blocked, engine) => {
  const { page, context } = await product.openPage();
  await context.route(blocked, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
  await waitForState(page, 'playing');
  await page.waitForFunction(() => document.querySelector('video')?.src.startsWith('blob:') === true);
  expect(engine).toBe('main');
  await context.close();
});

test('in a live stream a seek made while it starts holds, and the window moves on without a jump', async () => {
  const { page, context } = await product.open('/embed/oriellive01?autoplay=1&mute=1');
  const bar = page.locator('.seek-input:enabled');
  await bar.waitFor();
  await page.keyboard.press('2');
  await waitForState(page, 'playing');
  const read = async () => ({
    seconds: await currentTime(page),
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
