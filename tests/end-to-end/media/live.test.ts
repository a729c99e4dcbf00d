import type { Page } from 'playwright';
import type { ExpectStatic } from 'vitest';
import { waitForState } from '../support/player-page.ts';
import { liveTest, look } from './support/live-test.ts';
import { splitRows } from '../../support/split-rows.ts';

/** Half-second segments in a window of four seconds, so that minutes of a real stream take seconds. */
const WINDOW_SECONDS = 4;

const test = liveTest({
  'live-slides': {},
  'live-transp': { loop: 'transport' },
  'live-sound0': { loop: 'sound' },
  'live-lowlat': { partsPerSegment: 4, windowSegments: 4, writtenFirst: 16 },
  'live-notime': { clockErrorMs: null },
  'live-clock0': { clockErrorMs: 7_200_000 },
  'live-moved0': { isMoved: true },
  'live-event0': { isEvent: true },
  'live-stops0': {},
  'live-change': {},
  'live-renumb': { writtenFirst: 60 },
  'live-ending': {},
  'live-paused': {},
  'live-window': { windowSegments: 120, writtenFirst: 120 },
  'live-absent': { writtenFirst: 0, isSaid: true },
});

/** Waits until playback has advanced by more than `seconds`, with the live mark and without an error. */
async function playsOn(page: Page, expect: ExpectStatic, seconds: number): Promise<void> {
  const { seconds: begunAt } = await look(page);
  const isPast = (now: number): boolean => now > begunAt + seconds;
  await expect
    .poll(() => look(page), POLL)
    .toMatchObject({ seconds: expect.toSatisfy(isPast), state: 'playing', isMarkedLive: true, error: '' });
}

const POLL = { timeout: 60_000, interval: 100 };

for (const { rows, options } of splitRows(
  [
    ['fragments', 'live-slides'],
    ['MPEG-TS', 'live-transp'],
    ['sound alone', 'live-sound0'],
    ['playlists behind a redirect', 'live-moved0'],
    ['no time of day', 'live-notime'],
    ['a clock that is two hours wrong', 'live-clock0'],
    ['a playlist that keeps everything', 'live-event0'],
  ] as const,
  ([kind]) => ['fragments', 'MPEG-TS', 'sound alone'].includes(kind),
))
  test.concurrent.for(rows)(
    'a live stream of another origin plays on, window after window: %s',
    options,
    async ([, id], { product, expect }) => {
      const { page, problems } = await product.open(`/embed/${id}?autoplay=1&mute=1`);
      await waitForState(page, 'playing');
      await page.waitForSelector('.live', { state: 'attached' });
      await playsOn(page, expect, 2 * WINDOW_SECONDS);
      expect(problems).toEqual([]);
    },
  );

test.concurrent(
  'a low-latency stream is played by parts, and its playlists are requested before they exist',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const { requests } = studio.origin('live-lowlat');
    const { page, problems } = await product.open('/embed/live-lowlat?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    await playsOn(page, expect, 2 * WINDOW_SECONDS);
    expect(problems).toEqual([]);
    expect(requests.filter((path) => /\/0-\d+\.[0-3]\.m4s$/.test(path)).length).toBeGreaterThan(4);
    expect(requests.some((path) => /_HLS_msn=\d+&_HLS_part=\d/.test(path))).toBe(true);
  },
);

test.concurrent(
  'when the encoder of a live stream stops, the viewer sees a note, and playback resumes with the encoder',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const origin = studio.origin('live-stops0');
    const { page, problems } = await product.open('/embed/live-stops0?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    origin.stop();
    await expect.poll(async () => (await look(page)).told, POLL).toContain('resume automatically');
    const stopped = await look(page);
    expect(stopped).toMatchObject({ state: 'buffering', isMarkedLive: true, error: '' });
    // The whole buffer has been played.
    expect(stopped.aheadSeconds).toBeLessThan(0.5);
    origin.goOn();
    await expect.poll(async () => (await look(page)).told, POLL).toBe('');
    await playsOn(page, expect, WINDOW_SECONDS);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a live stream plays on with other pictures and other sound after a discontinuity',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const { page, problems } = await product.open('/embed/live-change?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await studio.origin('live-change').change('other');
    await expect.poll(async () => (await look(page)).pictureWidth, POLL).toBe(128);
    await playsOn(page, expect, WINDOW_SECONDS);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a live stream plays on after its encoder numbers segments from 0 again',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const { page, problems } = await product.open('/embed/live-renumb?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await playsOn(page, expect, 2);
    const { frames } = await look(page);
    studio.origin('live-renumb').restart();
    await expect.poll(async () => (await look(page)).frames, POLL).toBeLessThan(frames);
    await waitForState(page, 'playing');
    await playsOn(page, expect, WINDOW_SECONDS);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a live stream that ends plays to its end and loses its live mark',
  async ({ product, studio, expect }) => {
    const { page, problems } = await product.open('/embed/live-ending?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    studio.origin('live-ending').end();
    await waitForState(page, 'ended');
    expect(await look(page)).toMatchObject({ isMarkedLive: false, error: '' });
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a viewer whose paused position has left the window resumes at the live head, with a notice',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const origin = studio.origin('live-paused');
    const { page, problems } = await product.open('/embed/live-paused?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await page.waitForSelector('.live', { state: 'attached' });
    await page.keyboard.press('k');
    await waitForState(page, 'paused');
    const { seconds } = await look(page);
    const asked = origin.requests.length;
    origin.leap(60);
    await expect.poll(() => origin.requests.length, POLL).toBeGreaterThan(asked + 4);
    await page.keyboard.press('k');
    await expect.poll(async () => (await look(page)).told, POLL).toContain('Live');
    expect((await look(page)).seconds).toBeGreaterThan(seconds + WINDOW_SECONDS);
    await playsOn(page, expect, WINDOW_SECONDS);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a viewer seeks back in the window of a live stream, and returns to the head',
  async ({ product, expect }) => {
    const { page, problems } = await product.open('/embed/live-window?autoplay=1&mute=1');
    await waitForState(page, 'playing');
    await expect.poll(async () => (await look(page)).isAtHead, POLL).toBe(true);
    const { seconds } = await look(page);
    await page.keyboard.press('2');
    await expect.poll(async () => (await look(page)).isAtHead, POLL).toBe(false);
    expect((await look(page)).seconds).toBeLessThan(seconds - 20);
    await playsOn(page, expect, 2);
    await page.locator('.live').evaluate((button: HTMLElement) => button.click());
    await expect.poll(async () => (await look(page)).isAtHead, POLL).toBe(true);
    expect((await look(page)).seconds).toBeGreaterThan(seconds);
    await playsOn(page, expect, 2);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a live stream that has not begun shows a note, and plays by itself once it begins',
  { tags: ['thorough'] },
  async ({ product, studio, expect }) => {
    const { page } = await product.open('/embed/live-absent?autoplay=1&mute=1');
    await expect.poll(async () => (await look(page)).told, POLL).toContain('hasn’t started yet');
    expect((await look(page)).error).toBe('');
    studio.origin('live-absent').goOn();
    await waitForState(page, 'playing');
    await playsOn(page, expect, WINDOW_SECONDS);
    expect((await look(page)).told).toBe('');
  },
);
