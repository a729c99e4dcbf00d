import type { Page } from 'playwright';
import { expect } from 'vitest';
import { CONTROL_SELECTOR } from '../../../src/page/interface/shared/control-selector.ts';
import { openStaticPlayers } from '../support/static-players.ts';
import { test } from '../support/test.ts';

/** Pages as the server paints them, where scripts do not run: there is a video of the browser, or a sentence. */

/** Controls that are seen, and would do nothing; the browser's own are not among them. */
const visibleControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map(({ outerHTML }) => outerHTML),
    CONTROL_SELECTOR,
  );

test.for([
  ['a stream', '/embed/orieldemo01', 2],
  ['a file', '/v/orielmp4001', 2],
  ['a list', '/embed/videoseries?list=PLorieldemolist001', 2],
  ['a video all around', '/embed/orielsphere', 0],
  ['a private embed', '/embed/orieldemo01?consent=none', 2],
  ['a video that begins by itself', '/embed/orieldemo01?autoplay=1', 2],
] as const)(
  'without scripts %s plays with the controls of the browser, and nothing else is offered',
  async ([, path, trackCount], { product }) => {
    const { page, problems } = await product.openPage({ javaScriptEnabled: false });
    await page.goto(product.playerOrigin + path);
    const video = page.locator('video.noscript');
    expect(await video.evaluate((element: HTMLVideoElement) => [element.controls, element.textTracks.length])).toEqual([
      true,
      trackCount,
    ]);
    expect(await visibleControls(page)).toEqual([]);
    await video.press('Space');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1);
    expect(problems).toEqual([]);
  },
);

test('without scripts a live stream is left to the browser, and nothing else is offered', async ({ product }) => {
  const { page, problems } = await product.openPage({ javaScriptEnabled: false });
  await page.goto(product.playerOrigin + '/embed/oriellive01');
  // Whether it begins is up to the browser's own HLS, which leaves some live streams at their start.
  const video = page.locator('video.noscript');
  expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true);
  expect(await video.getAttribute('src')).toBe('/live/oriellive01/master.m3u8');
  expect(await visibleControls(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test.for([
  ['of a video that is refused', '/embed/orielblockd', 'This video is not available.'],
  ['of a video that is not there', '/embed/unknown0000', /\w/],
  ['without a video', '/embed/', 'This player needs JavaScript for this video.'],
] as const)(
  'without scripts the page %s shows why nothing plays, and offers nothing',
  async ([, path, words], { product }) => {
    const { page } = await product.openPage({ javaScriptEnabled: false });
    await page.goto(product.playerOrigin + path);
    expect(await page.locator('p.noscript').textContent()).toMatch(words);
    expect(await visibleControls(page)).toEqual([]);
    expect(await page.locator('video.noscript').count()).toBe(0);
  },
);

test('without scripts the player of a static host shows that it needs them, and offers nothing', async ({
  product,
  onTestFinished,
}) => {
  const host = await openStaticPlayers();
  onTestFinished(() => host.stop());
  host.build('--provider', product.playerOrigin);
  const { page } = await product.openPage({ javaScriptEnabled: false });
  await page.goto(`http://127.0.0.1:${host.port}/embed/orieldemo01`);
  expect(await page.locator('p.noscript').textContent()).toBe('This player needs JavaScript for this video.');
  expect(await visibleControls(page)).toEqual([]);
});
