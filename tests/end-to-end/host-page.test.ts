import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame } from './support/browser.ts';
import { waitForTime } from './support/player-page.ts';
import type { HostSite } from './support/host-site.ts';
import { test, type Product } from './support/test.ts';

interface HostWindow {
  player: {
    playVideo(): void;
    pauseVideo(): void;
    seekTo(seconds: number, allowSeekAhead: boolean): void;
    setVolume(volume: number): void;
    loadVideoById(id: string): void;
    getVolume(): number;
    getCurrentTime(): number;
    getDuration(): number;
    getPlayerState(): number;
    getVideoData(): { title: string };
  };
  events: [name: string, data: unknown][];
}

/** A host page on a separate origin with the script and one player, as in the README. */
async function openHostPage(product: Product, site: HostSite, options: string) {
  const watched = await product.openPage();
  const html = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="player"></div>
    <script src="${product.playerOrigin}/iframe_api"></script>
    <script>
      window.events = [];
      const listen = (name) => ({ data }) => events.push([name, data]);
      window.onYouTubeIframeAPIReady = () => {
        window.player = new YT.Player('player', {
          ${options},
          events: { onReady: listen('ready'), onStateChange: listen('state'), onError: listen('error') },
        });
      };
    </script>`;
  await watched.page.goto(site.page(html));
  return watched;
}

const eventsOf = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).events);
const waitForEvent = (page: Page, name: string, data?: unknown) =>
  page.waitForFunction(
    ([wantedName, wantedData]) =>
      (window as unknown as HostWindow).events.some(
        ([eventName, eventData]) => eventName === wantedName && (wantedData === null || eventData === wantedData),
      ),
    [name, data ?? null] as const,
  );

test.concurrent(
  'a host page plays, pauses and seeks a player on another origin by script [H1, H6]',
  async ({ product, site }) => {
    const { page, problems } = await openHostPage(product, site, `videoId: 'orieldemo01'`);
    await waitForEvent(page, 'ready');
    expect(await page.evaluate(() => (window as unknown as HostWindow).player.getDuration())).toBeCloseTo(28.02, 1);
    expect(await page.evaluate(() => (window as unknown as HostWindow).player.getPlayerState())).toBe(5);

    await page.evaluate(() => (window as unknown as HostWindow).player.playVideo());
    await waitForEvent(page, 'state', 1);
    expect((await eventsOf(page)).filter(([name]) => name === 'state').map(([, data]) => data)).toEqual([-1, 3, 1]);
    await page.waitForFunction(() => (window as unknown as HostWindow).player.getCurrentTime() > 1);
    const frame = await findFrame(page, '/embed/orieldemo01');
    // Between two messages the host script extrapolates the time; on a busy machine the video is a little behind.
    await waitForTime(frame, 0.9);

    await page.evaluate(() => (window as unknown as HostWindow).player.pauseVideo());
    await waitForEvent(page, 'state', 2);
    expect(await frame.evaluate(() => document.querySelector('video')?.paused)).toBe(true);

    await page.evaluate(() => (window as unknown as HostWindow).player.seekTo(20, true));
    await page.waitForFunction(() => Math.abs((window as unknown as HostWindow).player.getCurrentTime() - 20) < 0.1);
    expect(await frame.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
    // Browsers would warn about an `allow` list with features that they lack.
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a host page sets the volume, loads another video and reads its title through the script [H1]',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page } = await openHostPage(product, site, `videoId: 'orieldemo01'`);
    await waitForEvent(page, 'ready');
    await page.evaluate(() => (window as unknown as HostWindow).player.setVolume(40));
    await page.waitForFunction(() => (window as unknown as HostWindow).player.getVolume() === 40);
    await page.evaluate(() => (window as unknown as HostWindow).player.loadVideoById('orielmp4001'));
    await page.waitForFunction(
      () => (window as unknown as HostWindow).player.getVideoData().title === 'Four small worlds, one file',
    );
    await waitForEvent(page, 'state', 1);
  },
);

test.concurrent.for([
  ['unknown0000', 100],
  ['orielblockd', 150],
] as const)(
  'the host of the video %s receives onReady and onError %i, and the player is unstarted [P8, H5]',
  async ([id, code], { product, site }) => {
    const { page } = await openHostPage(product, site, `videoId: '${id}'`);
    await waitForEvent(page, 'ready');
    await waitForEvent(page, 'error', code);
    expect(await page.evaluate(() => (window as unknown as HostWindow).player.getPlayerState())).toBe(-1);
  },
);

test.concurrent(
  'a command with an invalid video id reports onError 2 and keeps the current video [H4]',
  async ({ product, site }) => {
    const { page } = await openHostPage(product, site, `videoId: 'orieldemo01'`);
    await waitForEvent(page, 'ready');
    await page.evaluate(() => (window as unknown as HostWindow).player.loadVideoById('not an id'));
    await waitForEvent(page, 'error', 2);
    expect(await page.evaluate(() => (window as unknown as HostWindow).player.getVideoData().title)).toBe(
      'Four small worlds',
    );
  },
);
