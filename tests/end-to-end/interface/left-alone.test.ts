import type { Frame } from 'playwright';
import { expect } from 'vitest';
import { findFrame, type PageOptions, type WatchedPage } from '../support/browser.ts';
import { hasRequested } from '../support/has-requested.ts';
import { holdModule } from '../support/hold-module.ts';
import type { HostSite } from '../support/host-site.ts';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from '../gestures/support/hands.ts';

/** A video that plays by itself mounts its interface for somebody, or for something to show. */

const ALONE = '/embed/orieldemo01?autoplay=1&mute=1';

interface AloneWindow extends Window {
  /** How often React has started. */
  renderers: number;
}

interface Embed extends WatchedPage {
  readonly frame: Frame;
}

/** React reports to its developer tools as soon as its code runs. */
function countRenderers(): void {
  const inject = (): number => ((window as unknown as AloneWindow).renderers += 1);
  Object.assign(window, {
    renderers: 0,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject,
      onCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    },
  });
}

interface AloneOptions extends PageOptions {
  readonly size?: readonly [width: number, height: number];
}

/** In a page of a host, past its first second. */
async function openAlone(
  product: Product,
  site: HostSite,
  { size = [640, 360], ...options }: AloneOptions = {},
): Promise<Embed> {
  const watched = await product.openPage(options);
  const { page } = watched;
  await page.addInitScript(countRenderers);
  const source = `${product.playerOrigin}${ALONE}&enablejsapi=1`;
  await page.goto(
    site.page(`<!doctype html><title>Host</title><meta name="viewport" content="width=device-width">
      <style>body{margin:0}</style>
      <iframe src="${source}" width="${size[0]}" height="${size[1]}" style="border:0" allow="autoplay"></iframe>`),
  );
  const frame = await findFrame(page, '/embed/');
  await waitForState(frame, 'playing');
  await waitForTime(frame, 1);
  return { ...watched, frame };
}

const interfaceOf = (frame: Frame): Promise<{ renderers: number; parts: number }> =>
  frame.evaluate(() => ({
    renderers: (window as unknown as AloneWindow).renderers,
    parts: document.querySelector('#interface')?.childElementCount ?? -1,
  }));
const NONE = { renderers: 0, parts: 0 };

const mounted = (frame: Frame): Promise<unknown> =>
  frame.waitForSelector('#interface:not(:empty)', { state: 'attached' });

test('a video that plays by itself runs no code of the interface, which is cached, and its title hides', async ({
  product,
  site,
}) => {
  const { page, frame, problems } = await openAlone(product, site);
  await frame.waitForSelector('#player[data-idle]');
  await expect.poll(() => hasRequested(page, 'open-interface')).toBe(true);
  await waitForTime(frame, 3.5);
  expect(await interfaceOf(frame)).toEqual(NONE);
  expect(problems).toEqual([]);
});

test('buttons of the HTML pause and unmute for who comes by keyboard, and give their focus to those of the interface', async ({
  product,
}) => {
  const { page, problems } = await product.openPage();
  await page.goto(product.playerOrigin + ALONE);
  await waitForState(page, 'playing');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  await page.locator('.first-pause').focus();
  await page.waitForFunction(() => document.activeElement?.matches('.bar-play'));
  await page.keyboard.press('Enter');
  await waitForState(page, 'paused');
  expect(problems).toEqual([]);
});

test('a pause button is there for a keyboard and screen readers before the page’s module is', async ({ product }) => {
  const { page, problems } = await product.openPage();
  const release = await holdModule(page);
  await page.goto(product.playerOrigin + ALONE);
  await waitForTime(page, 0.5);
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await pause.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('video')?.paused);
  release();
  await page.waitForFunction(() => document.activeElement?.matches('.bar-play'));
  await waitForState(page, 'paused');
  expect(problems).toEqual([]);
});

const isMuted = (frame: Frame): Promise<boolean | undefined> =>
  frame.evaluate(() => document.querySelector('video')?.muted);

/** What somebody does first, and what it leads to. */
const COMERS: readonly (readonly [string, (embed: Embed) => Promise<unknown>])[] = [
  [
    'a click on the picture pauses',
    async ({ page, frame }) => {
      await page.mouse.click(320, 180);
      await waitForState(frame, 'paused');
    },
  ],
  [
    'a key does what it is for',
    async ({ page, frame }) => {
      await page.locator('iframe').focus();
      await page.keyboard.press('m');
      await expect.poll(() => isMuted(frame)).toBe(false);
    },
  ],
];

test.for(COMERS)('%s, although nothing was mounted', { tags: ['thorough'] }, async ([, act], { product, site }) => {
  const embed = await openAlone(product, site);
  expect(await interfaceOf(embed.frame)).toEqual(NONE);
  await act(embed);
  await mounted(embed.frame);
  expect(embed.problems).toEqual([]);
});

/** How long a press lasts, in seconds of the video; the interface is there sooner. */
const HOLDS = [0.1, 0.18, 0.3];
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 }, size: [344, 194] } as const;

const stateOf = (frame: Frame): Promise<string | null> => frame.locator('#player').getAttribute('data-state');
const playOn = async (frame: Frame, seconds: number): Promise<unknown> =>
  waitForTime(frame, (await currentTime(frame)) + seconds);

async function touchFor(seconds: number, { page, frame }: Embed, selector: string): Promise<void> {
  const hands = await Hands.of(page);
  await hands.touchOn(frame.locator(selector));
  await playOn(frame, seconds);
  await hands.lift();
}

test.for(HOLDS)(
  'a finger that holds the offer of sound for %d s unmutes, and nothing else',
  { tags: ['thorough'] },
  async (seconds, { product, site }) => {
    const embed = await openAlone(product, site, PHONE);
    const { frame, context } = embed;
    await touchFor(seconds, embed, '.first-unmute .for-finger');
    await expect.poll(() => isMuted(frame)).toBe(false);
    await frame.waitForSelector('#player:not([data-idle]) .centre-play');
    expect([await stateOf(frame), context.pages().length]).toEqual(['playing', 1]);
  },
);

test.for(HOLDS)(
  'a finger that holds ‘More’ for %d s opens it',
  { tags: ['thorough'] },
  async (seconds, { product, site }) => {
    const embed = await openAlone(product, site, PHONE);
    await touchFor(seconds, embed, '.first-more');
    await embed.frame.waitForSelector('.more-menu');
    expect(await stateOf(embed.frame)).toBe('playing');
  },
);

test('a tap where the offer of sound is about to come opens no link of the title', async ({ product }) => {
  const { page, context, problems } = await product.openPage(PHONE);
  const release = await holdModule(page);
  await page.goto(product.playerOrigin + ALONE);
  await waitForTime(page, 0.5);
  const hands = await Hands.of(page);
  await hands.tapOn('.title-link');
  release();
  await page.getByRole('button', { name: 'Tap to unmute' }).waitFor();
  expect([await page.locator('#player').getAttribute('data-state'), context.pages().length]).toEqual(['playing', 1]);
  expect(problems).toEqual([]);
});

const CUED = '/embed/orieldemo01';

test.for([
  ['once the page’s module runs', false],
  ['before the page’s module runs', true],
] as const)(
  'a tap %s plays without the interface, and the next tap mounts it and shows the controls',
  async ([, isEarly], { product }) => {
    const { page, problems } = await product.openPage(PHONE);
    await page.addInitScript(countRenderers);
    const release = isEarly ? await holdModule(page) : (): void => undefined;
    await page.goto(product.playerOrigin + CUED);
    if (!isEarly) await page.waitForFunction(() => document.querySelector('#player')?.matches('[data-state=cued]'));
    const hands = await Hands.of(page);
    await hands.tapOn('.big-play');
    await waitForTime(page, 0.2);
    release();
    await waitForState(page, 'playing');
    await page.waitForSelector('#player[data-alone][data-idle]');
    expect(await interfaceOf(page.mainFrame())).toEqual(NONE);
    await hands.tapOn('#player');
    await page.waitForSelector('#player:not([data-idle]) .centre-play');
    expect(await page.locator('#player').getAttribute('data-state')).toBe('playing');
    expect(problems).toEqual([]);
  },
);

test('a mouse that comes by a press on the offer of sound unmutes', async ({ product, site }) => {
  const { page, frame } = await openAlone(product, site);
  const { x, y, width, height } = (await frame.locator('.first-unmute').boundingBox()) ?? new DOMRect();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await playOn(frame, 0.3);
  await page.mouse.up();
  await expect.poll(() => isMuted(frame)).toBe(false);
  await mounted(frame);
});

test('‘More’ of the HTML hides with the title', { tags: ['thorough'] }, async ({ product, site }) => {
  const { frame } = await openAlone(product, site, PHONE);
  await frame.waitForSelector('.first-more');
  await frame.waitForSelector('#player[data-idle]');
  await frame.waitForSelector('.first-more', { state: 'hidden' });
});
