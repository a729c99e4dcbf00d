import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { WatchedPage } from './support/browser.ts';
import { holdModule } from './support/hold-module.ts';
import { waitForState } from './support/player-page.ts';
import { test, type Product } from './support/test.ts';

/** Input of host and viewer before the page's scripts load: recorded from the first byte on, executed in order. */

interface HeldPage extends WatchedPage {
  /** Lets the page's module load. */
  release(): void;
}

/** A page whose module is held back until released: the longest wait on a slow connection or device. */
async function openHeld(product: Product, path: string): Promise<HeldPage> {
  const watched = await product.openPage();
  const release = await holdModule(watched.page);
  await watched.page.goto(product.playerOrigin + path, { waitUntil: 'commit' });
  await watched.page.waitForFunction(() => window.orielBoot !== undefined);
  return { ...watched, release };
}

const isPaused = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => document.querySelector('video')?.paused);

/** Clicks the poster, beside the play button. */
const clickPoster = (page: Page): Promise<void> => page.locator('#poster').click({ position: { x: 40, y: 300 } });

test('keys that are pressed before the module has loaded take effect in order once it has loaded', async ({
  product,
}) => {
  const { page, release } = await openHeld(product, '/embed/orieldemo01');
  for (const key of ['6', 'j', 'm', '>']) await page.keyboard.press(key);
  release();
  await waitForState(page, 'playing');
  // Three fifths of the length, minus ten seconds.
  await page.waitForFunction(() => {
    const seconds = document.querySelector('video')?.currentTime ?? 0;
    return seconds > 6.5 && seconds < 16;
  });
  const { muted, playbackRate } = await page.evaluate(() => {
    const video = document.querySelector('video');
    return { muted: video?.muted, playbackRate: video?.playbackRate };
  });
  expect([muted, playbackRate]).toEqual([true, 1.25]);
});

test(
  'a video that plays before the module has loaded is shown without the poster and the play button',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, release } = await openHeld(product, '/embed/orieldemo01');
    await clickPoster(page);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
    for (const part of ['#poster', '#big-play', '#length'])
      expect(await page.locator(part).isVisible(), part).toBe(false);
    release();
    await waitForState(page, 'playing');
    expect(await page.locator('#poster').isVisible()).toBe(false);
  },
);

test('a click on the poster before the module has loaded plays at once, and playback continues after the load', async ({
  product,
}) => {
  const { page, problems, release } = await openHeld(product, '/embed/orieldemo01');
  await clickPoster(page);
  expect(await isPaused(page)).toBe(false);
  release();
  await waitForState(page, 'playing');
  expect(problems).toEqual([]);
});

test.for([
  ['clicked twice', '', 2],
  ['clicked once, while autoplay was starting it,', '?autoplay=1&mute=1', 1],
] as const)(
  'a video that was %s before the module had loaded does not play',
  { tags: ['thorough'] },
  async ([, query, clicks], { product }) => {
    const { page, release } = await openHeld(product, `/embed/orieldemo01${query}`);
    for (let count = 0; count < clicks; count += 1)
      await page.locator('#player').click({ position: { x: 40, y: 300 } });
    release();
    await page.waitForSelector('.seek', { state: 'attached' });
    expect(['cued', 'paused']).toContain(await page.locator('#player').getAttribute('data-state'));
    expect(await isPaused(page)).toBe(true);
  },
);

interface HostPage extends Window {
  replied: { callId: number; ok: boolean }[];
}

test.for([450, 2_000] as const)(
  '%i host messages posted before the module has loaded all get responses, in order [P7]',
  async (count, { product, site }) => {
    const { page, problems } = await product.openPage();
    const release = await holdModule(page);
    await page.goto(
      site.page(`<!doctype html><title>Host</title>
      <iframe id="player" src="${product.playerOrigin}/embed/orieldemo01?enablejsapi=1"></iframe>
      <script>
        window.replied = [];
        const frame = document.getElementById('player');
        const post = (message) =>
          frame.contentWindow.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), '*');
        window.addEventListener('message', ({ data }) => {
          const { event, info } = JSON.parse(data);
          if (event === 'commandResult') window.replied.push(info);
        });
        frame.addEventListener('load', () => {
          post({ event: 'listening' });
          for (let callId = 1; callId <= ${count}; callId += 1)
            post({ event: 'command', func: 'setVolume', args: [callId % 100], callId });
        });
      </script>`),
    );
    release();
    const replied = () => page.evaluate(() => (window as unknown as HostPage).replied);
    await expect.poll(async () => (await replied()).length).toBe(count);
    expect(await replied()).toEqual(Array.from({ length: count }, (__, index) => ({ callId: index + 1, ok: true })));
    expect(problems).toEqual([]);
  },
);

test.for(['%E0%A4%A', '%ED%A0%80', 'orieldemo01%'] as const)(
  'an address that cannot be decoded (%s) shows the error card and throws nothing [P5, P8]',
  async (name, { product }) => {
    const { page, problems } = await product.open(`/embed/${name}`);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#player').getAttribute('data-error')).toBe('');
    expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
  },
);

test('the host of an address that cannot be decoded gets onError 2 [P5, P8]', async ({ product, site }) => {
  const { page, problems } = await product.openPage();
  await page.goto(
    site.page(`<!doctype html><title>Host</title>
      <iframe id="player" src="${product.playerOrigin}/embed/%E0%A4%A?enablejsapi=1"></iframe>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.heard = [];
        new Oriel.Player('player', { events: { onReady: () => heard.push('ready'), onError: ({ data }) => heard.push(data) } });
      </script>`),
  );
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  await expect.poll(heard).toContain(2);
  // A listener that subscribes after the error was sent gets it, too.
  expect([...new Set(await heard())]).toEqual(['ready', 2]);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
});
