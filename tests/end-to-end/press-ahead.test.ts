import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame, type WatchedPage } from './support/browser.ts';
import type { HostSite } from './support/host-site.ts';
import { waitForState } from './support/player-page.ts';
import { test, type Product } from './support/test.ts';

/** What a hand near the play button has requested before it presses, in frames, whose page has not loaded by then. */

interface Embed extends WatchedPage {
  readonly frame: Frame;
  /** Names of the media files that were requested, in order. */
  readonly requested: readonly string[];
}

const FIRST_SEGMENTS = ['demo/audio/000.m4s', 'demo/v240/000.m4s'];

async function openEmbed(product: Product, site: HostSite, path: string, script = ''): Promise<Embed> {
  const watched = await product.openPage({ hasTouch: true });
  const requested: string[] = [];
  watched.page.on('request', (request) => {
    const [, file] = /\/media\/(?:@[^/]+\/)?(.*\.(?:m4s|mp4|m3u8))/.exec(request.url()) ?? [];
    if (file !== undefined) requested.push(file);
  });
  await watched.page.goto(
    site.page(`<!doctype html><title>Host</title><style>body{margin:0}</style>
      <iframe id="player" src="${product.playerOrigin}${path}" width="640" height="360" style="border:0"
        allow="autoplay"></iframe>${script}`),
  );
  return { ...watched, frame: await findFrame(watched.page, '/embed/'), requested };
}

/** Until then the frame may get no events of the hand. */
const settled = (frame: Frame): Promise<unknown> =>
  frame.waitForFunction(() => window.orielBoot !== undefined && document.readyState === 'complete');

const rest = (page: Page): Promise<void> => page.mouse.move(320, 180, { steps: 3 });

const stateOf = (frame: Frame): Promise<unknown> =>
  frame.evaluate(() => {
    const video = document.querySelector('video');
    return [document.getElementById('player')?.dataset['state'], video?.paused, video?.srcObject];
  });

test('a press finds the first segments there that a mouse on the button has had requested, once', async ({
  product,
  site,
}) => {
  const { page, frame, problems, requested } = await openEmbed(product, site, '/embed/orieldemo01');
  await settled(frame);
  await rest(page);
  await expect.poll(() => requested.toSorted()).toEqual(FIRST_SEGMENTS);
  expect(await stateOf(frame)).toEqual(['unstarted', true, null]);
  await page.mouse.down();
  await page.mouse.up();
  await waitForState(frame, 'playing');
  expect(requested.filter((file) => FIRST_SEGMENTS.includes(file)).toSorted()).toEqual(FIRST_SEGMENTS);
  expect(problems).toEqual([]);
});

test(
  'a finger that slides away plays nothing, and a later tap requests nothing twice',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page, frame, context, requested } = await openEmbed(product, site, '/embed/orieldemo01');
    await settled(frame);
    const devTools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 320, y }] });
    await touch('touchStart', 180);
    await expect.poll(() => requested.toSorted()).toEqual(FIRST_SEGMENTS);
    for (const y of [210, 260, 340]) await touch('touchMove', y);
    await touch('touchEnd');
    expect(await stateOf(frame)).toEqual(['unstarted', true, null]);
    await page.touchscreen.tap(320, 180);
    await waitForState(frame, 'playing');
    expect(requested.filter((file) => FIRST_SEGMENTS.includes(file)).toSorted()).toEqual(FIRST_SEGMENTS);
  },
);

test(
  'the host hears nothing of a mouse on the button, and the player begins with what was requested',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const script = `<script src="${product.playerOrigin}/iframe_api"></script><script>
      window.heard = [];
      new Oriel.Player('player', { events: {
        onReady: () => heard.push('ready'),
        onStateChange: ({ data }) => heard.push(data),
        onError: ({ data }) => heard.push('error ' + data),
      } });</script>`;
    const path = '/embed/orieldemo01?enablejsapi=1';
    const { page, frame, requested } = await openEmbed(product, site, path, script);
    const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
    await waitForState(frame, 'cued');
    await expect.poll(heard).toContain('ready');
    const before = await heard();
    await rest(page);
    await expect.poll(() => requested.toSorted()).toEqual(FIRST_SEGMENTS);
    expect([await heard(), await stateOf(frame)]).toEqual([before, ['cued', true, null]]);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(heard).toContain(1);
    expect(requested.filter((file) => FIRST_SEGMENTS.includes(file)).toSorted()).toEqual(FIRST_SEGMENTS);
  },
);

test(
  'a line that is cut while a mouse is on the button shows no error, and the press plays',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page, frame, requested } = await openEmbed(product, site, '/embed/orieldemo01');
    await settled(frame);
    await page.route('**/media/**', (route) => route.abort());
    await rest(page);
    await expect.poll(() => requested.toSorted()).toEqual(FIRST_SEGMENTS);
    expect(await stateOf(frame)).toEqual(['unstarted', true, null]);
    await page.unroute('**/media/**');
    await page.mouse.down();
    await page.mouse.up();
    await waitForState(frame, 'playing');
    expect(await frame.locator('#player').getAttribute('data-error')).toBeNull();
  },
);

test.for([
  ['a live stream', 'oriellive01'],
  ['a refused video', 'orielblockd'],
  ['a file', 'orielmp4001'],
  ['a video of a viewer who saves data', 'orieldemo01?data_saver=1'],
] as const)(
  'nothing of %s is requested for a mouse on the button',
  { tags: ['thorough'] },
  async ([, id], { product, site }) => {
    const { page, frame, requested } = await openEmbed(product, site, `/embed/${id}`);
    await settled(frame);
    await rest(page);
    // The page, which loads when a pointer has stayed, comes later than what a mouse that rests has requested.
    await frame.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /page-.*\.js/.test(name)),
    );
    expect(requested).toEqual([]);
  },
);
