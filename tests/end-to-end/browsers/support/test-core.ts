import { describe, expect } from 'vitest';
import { freshPrefix } from '../../reliability/support/fault-lab.ts';
import { POLLING } from '../../reliability/support/provider-view.ts';
import { browserTest, type BrowserTest, type Visit } from './browser-test.ts';
import type { BrowserKind } from './browser-kinds.ts';
import type { TestPage } from './test-browser.ts';

const EVENT_COUNT = 100;
const PLAY = '#big-play';
/** Rounds of a pause during a seek: WebKitGTK undid about every second pause. */
const PAUSES = 6;

interface HostWindow {
  readonly events: readonly [name: string, data: unknown][];
  readonly player: {
    playVideo(): void;
    pauseVideo(): void;
    seekTo(seconds: number, allowSeekAhead: boolean): void;
    getCurrentTime(): number;
  };
}

/** Registers, for one browser, the tests of everything that has to work in every viewer's browser. */
export function testCore(kind: BrowserKind): void {
  const test = browserTest(kind);
  const title = kind.launch === undefined ? `${kind.name} (not on this machine: it needs ${kind.needs})` : kind.name;
  describe.skipIf(kind.launch === undefined)(title, () => {
    test('a press on play in an embed plays a stream, with captions, a seek by key and a report of its path', async ({
      visit,
      provider,
    }) => {
      const page = await visit('/embed/orieldemo01?debug=1&cc_load_policy=1&hl=en');
      await page.untilState('cued');
      await page.click(PLAY);
      await page.untilState('playing');
      await page.untilPast(1);
      expect(await engineOf(page)).toBe(kind.streamPath);
      await expect.poll(() => captionsOf(page), POLLING).not.toBe('');
      await page.press('5');
      await page.untilPast(14);
      await page.untilState('playing');
      await page.press('k');
      await page.untilState('paused');
      const engines = async () => (await provider.named('playbackStarted')).map(({ payload }) => payload);
      await expect.poll(engines, POLLING).toContainEqual(expect.stringContaining(`"engine":"${kind.streamPath}"`));
      expect(page.problems).toEqual([]);
    });

    if (!kind.hasOwnFiles) testRest(kind, test);

    test('a video of one file plays where storage is refused, and its events arrive [X6]', async ({
      visit,
      provider,
    }) => {
      const prefix = freshPrefix(`${kind.name}refused`);
      const page = await visit('/embed/orielmp4001?debug=1', 'sandbox="allow-scripts"');
      expect(await page.inPlayer(() => self.origin)).toBe('null');
      await page.click(PLAY);
      await page.untilState('playing');
      await page.untilPast(1);
      await untilLogging(page);
      await logEvents(page, prefix);
      await provider.expectEachOnce({ prefix, count: EVENT_COUNT });
    });

    test('the tests above cause no error report, except that storage was refused', async ({ provider }) => {
      const errors = (await provider.errorReports()).filter(({ type }) => type !== 'StorageFault');
      expect(errors.map(({ message }) => message)).toEqual([]);
    });
  });
}

/** Chromium skips these tests: separate files test the same behaviour there, in more detail. */
function testRest(kind: BrowserKind, test: BrowserTest): void {
  test('a video that began in its middle plays from its beginning after its end', async ({ visit }) => {
    const page = await visit('/embed/orieldemo01?autoplay=1&mute=1&start=15');
    await page.untilPast(15.5);
    await page.press('9');
    await page.untilState('ended');
    await page.press('k');
    await page.untilState('playing');
    const position = () => page.inPlayer(() => document.querySelector('video')?.currentTime ?? Number.NaN);
    expect(await position()).toBeLessThan(14);
    await expect.poll(position, POLLING).toBeGreaterThan(2);
  });

  test('a key shows the controls briefly, a press beside a menu only closes it, and a drag on the seek bar seeks', async ({
    visit,
  }) => {
    const page = await visit('/embed/orieldemo01?autoplay=1&mute=1&loop=1');
    await page.untilPast(1);
    await page.press('c');
    await expect.poll(() => barOf(page), POLLING).toBe(1);
    await expect.poll(() => barOf(page), POLLING).toBe(0);

    await page.move('#player', 0.4, 0.4);
    await page.move('[data-icon="settings"]', 0.5, 0.5);
    await press(page);
    await expect.poll(() => countOf(page, '.panel'), POLLING).toBe(1);
    await pressBeside(page);
    await expect.poll(() => countOf(page, '.panel'), POLLING).toBe(0);
    expect(await isPaused(page)).toBe(false);

    await page.move('.seek', 0.2, 0.5);
    await page.down();
    await page.move('.seek', 0.6, 0.5);
    await expect.poll(() => thumbOf(page), POLLING).toBeCloseTo(0.6, 1);
    expect(await countOf(page, '.seek-picture')).toBe(1);
    await page.up();
    await page.untilPast(16);
    await page.untilState('playing');
    await expect.poll(() => barOf(page), POLLING).toBe(0);
    expect(page.problems).toEqual([]);
  });

  test('a stream plays to its end, and again from its beginning', async ({ visit }) => {
    const page = await visit('/embed/orieldemo01?autoplay=1&mute=1');
    await page.untilPast(1);
    await page.press('9');
    await page.untilState('ended');
    await page.press('k');
    await page.untilState('playing');
    await page.untilPast(0.5);
    expect(await page.inPlayer(() => document.querySelector('video')?.currentTime)).toBeLessThan(20);
    expect(page.problems).toEqual([]);
  });

  test('a pause during a seek leaves the video paused', async ({ visit }) => {
    const page = await visit('/embed/orieldemo01?autoplay=1&mute=1');
    await page.untilPast(1);
    for (let round = 0; round < PAUSES; round += 1) {
      await page.inPlayer(
        async (key) => {
          const press = (pressed: string) => document.body.dispatchEvent(keydownOf(pressed));
          const keydownOf = (pressed: string) => new KeyboardEvent('keydown', { key: pressed, bubbles: true });
          const heard = (name: string) =>
            new Promise((resolve) => document.querySelector('video')?.addEventListener(name, resolve, { once: true }));
          const sought = heard('seeked');
          press(key);
          await heard('seeking');
          press('k');
          await sought;
        },
        String(3 + (round % 3)),
      );
      await page.untilState('paused');
      expect(await page.inPlayer(() => document.querySelector('video')?.paused)).toBe(true);
      await page.press('k');
      await page.untilState('playing');
    }
  });

  test('a stream starts at the position in its address', async ({ visit }) => {
    const page = await visit('/embed/orieldemo01?autoplay=1&mute=1&start=15');
    await page.untilPast(15.5);
    await page.untilState('playing');
    expect(page.problems).toEqual([]);
  });

  test('one file plays, from the position in its address', async ({ visit }) => {
    const page = await visit('/embed/orielmp4001?autoplay=1&mute=1&start=5&debug=1');
    await page.untilPast(5.5);
    await page.untilState('playing');
    await expect.poll(() => engineOf(page), POLLING).toBe('progressive');
    expect(page.problems).toEqual([]);
  });

  test('a live video plays, and continues past the segments that were listed at its start', async ({ visit }) => {
    const page = await visit('/embed/oriellive01?autoplay=1&mute=1&debug=1');
    await page.untilState('playing');
    const start = await page.inPlayer(() => document.querySelector('video')?.currentTime ?? 0);
    expect(start).toBeGreaterThan(10);
    // Past the three segments of two seconds that were listed at the start.
    await page.untilPast(start + 8);
    expect(await engineOf(page)).toBe(kind.streamPath);
    expect(page.problems).toEqual([]);
  });

  test('a 360° video is drawn, and turns by keys', async ({ visit }) => {
    const page = await visit('/embed/orielsphere?autoplay=1&mute=1&loop=1&playlist=orielsphere');
    await expect
      .poll(() => page.inPlayer(() => document.querySelector<HTMLElement>('#player')?.dataset['spherical']), POLLING)
      .toBe('shown');
    await page.untilPast(0.5);
    await page.press('k');
    await page.untilState('paused');
    await expect.poll(async () => contrastOf(await pictureOf(page)), POLLING).toBeGreaterThan(10);
    const before = await pictureOf(page);
    for (let presses = 0; presses < 9; presses += 1) await page.press('a');
    await expect.poll(async () => differenceOf(before, await pictureOf(page)), POLLING).toBeGreaterThan(2);
    expect(page.problems).toEqual([]);
  });

  test('the script of a host page plays, pauses and seeks, and gets the events [H1, H6]', async ({
    testBrowser,
    server,
    site,
    onTestFinished,
  }) => {
    const page = await testBrowser.openPage();
    onTestFinished(() => page.close());
    await page.goto(site.page(scriptedPage(server.playerOrigin)));
    await expect.poll(() => eventsOf(page), POLLING).toContainEqual(['ready', null]);
    await page.inHost(() => (window as unknown as HostWindow).player.playVideo());
    await expect.poll(() => statesOf(page), POLLING).toEqual([-1, 3, 1]);
    await page.inHost(() => (window as unknown as HostWindow).player.pauseVideo());
    await expect.poll(async () => (await statesOf(page)).at(-1), POLLING).toBe(2);
    await page.inHost(() => (window as unknown as HostWindow).player.seekTo(15, true));
    await expect
      .poll(() => page.inHost(() => (window as unknown as HostWindow).player.getCurrentTime()), POLLING)
      .toBeCloseTo(15, 0);
    expect(await page.inPlayer(() => document.querySelector('video')?.paused)).toBe(true);
  });

  test('events logged before a viewer closes, navigates or removes the page are not lost [X6]', async ({
    visit,
    provider,
    site,
  }) => {
    let page = await visit('/embed/orieldemo01?debug=1');
    for (const [way, leave] of Object.entries({
      /** Firefox can end a tab's process before its last events are stored, so the test waits until they are. */
      closes: async () => {
        await untilStored(page);
        await page.close();
      },
      navigates: () => page.goto(site.page('<!doctype html><title>Elsewhere</title>')),
      removes: () => page.inHost(() => document.querySelector('iframe')?.remove()),
    })) {
      const prefix = freshPrefix(`${kind.name}${way}`);
      await untilLogging(page);
      await logEvents(page, prefix);
      await leave();
      page = await visit('/embed/orieldemo01?debug=1');
      await untilLogging(page);
      await provider.expectEachOnce({ prefix, count: EVENT_COUNT });
    }
  });
}

async function press(page: TestPage): Promise<void> {
  await page.down();
  await page.up();
}

/** Presses the backdrop, at a place in `html`: WebDriver refuses to move to other elements that a dialog covers. */
async function pressBeside(page: TestPage): Promise<void> {
  await page.move('html', 0.2, 0.4);
  await press(page);
}

/** Opacity of the control bar. */
const barOf = (page: TestPage) =>
  page.inPlayer(() => Number(getComputedStyle(document.querySelector('.control-bar') ?? document.body).opacity));

const countOf = (page: TestPage, selector: string) =>
  page.inPlayer((wanted) => document.querySelectorAll(wanted).length, selector);

const isPaused = (page: TestPage) => page.inPlayer(() => document.querySelector('video')?.paused);

/** Place of the thumb on the bar, 0 to 1. */
const thumbOf = (page: TestPage) =>
  page.inPlayer(() => {
    const bar = document.querySelector('.seek')?.getBoundingClientRect() ?? new DOMRect();
    return ((document.querySelector('.seek-thumb')?.getBoundingClientRect().left ?? 0) - bar.left) / bar.width;
  });

const engineOf = (page: Visit) => page.inPlayer(() => window.oriel?.inspect().engine);

const captionsOf = (page: Visit) =>
  page.inPlayer(() => [...document.querySelectorAll('.caption-cue')].map(({ textContent }) => textContent).join());

/**
 * Visible part of the page as an array of pixel values. The page decodes the screenshot, because browsers have a decoder
 * and Node does not.
 */
const pictureOf = async (page: TestPage): Promise<number[]> =>
  page.inHost(
    async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(32, 18).getContext('2d');
      // The middle of the frame, where no controls are.
      context?.drawImage(bitmap, 100, 80, 440, 200, 0, 0, 32, 18);
      return [...(context?.getImageData(0, 0, 32, 18).data ?? [])];
    },
    await page.screenshot(),
  );

/** 0 for the same picture, 255 for black and white. */
function differenceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / Math.max(1, one.length);
}

/** 0 for a picture of one colour. */
function contrastOf(picture: readonly number[]): number {
  const colours = picture.filter((_, index) => index % 4 !== 3);
  return colours.length === 0 ? 0 : Math.max(...colours) - Math.min(...colours);
}

async function untilLogging(page: Visit): Promise<void> {
  await expect.poll(() => page.inPlayer(() => window.__bench !== undefined), POLLING).toBe(true);
  await page.inPlayer(() => window.__bench?.ready);
}

const untilStored = (page: Visit) =>
  expect.poll(() => page.inPlayer(() => window.oriel?.inspect().infrastructure.unacknowledgedEvents), POLLING).toBe(0);

const logEvents = (page: Visit, prefix: string) =>
  page.inPlayer(([name, count]) => window.__bench?.logEvents(count, name), [prefix, EVENT_COUNT] as const);

const eventsOf = (page: TestPage) => page.inHost(() => (window as unknown as HostWindow).events);

const statesOf = async (page: TestPage): Promise<unknown[]> =>
  (await eventsOf(page)).filter(([name]) => name === 'state').map(([, data]) => data);

const scriptedPage = (playerOrigin: string): string =>
  `<!doctype html><title>Host</title><link rel="icon" href="data:,"><div id="player"></div>
  <script src="${playerOrigin}/iframe_api"></script>
  <script>
    window.events = [];
    const listen = (name) => ({ data }) => events.push([name, data ?? null]);
    window.onYouTubeIframeAPIReady = () => {
      window.player = new YT.Player('player', {
        videoId: 'orieldemo01',
        playerVars: { mute: 1 },
        events: { onReady: listen('ready'), onStateChange: listen('state'), onError: listen('error') },
      });
    };
  </script>`;
