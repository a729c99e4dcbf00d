// @module-tag thorough
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { openHeld, repeatedOf } from './support/held-page.ts';
import { UnusualMedia } from './support/unusual-media.ts';

const KINDS = 'tests/media/kinds';
const PLAIN = 'film-transp';
/** Its playlist says that each segment lasts 2.4 s, of its two. */
const ROUNDED = 'film-rounds';

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  for (const id of [PLAIN, ROUNDED]) await media.addMade(id, 'kinds/transport');
  const playlist = join(media.folder, 'media', ROUNDED, 'master.m3u8');
  await writeFile(playlist, (await readFile(playlist, 'utf8')).replaceAll('#EXTINF:2.000000', '#EXTINF:2.400000'));
  return { ORIEL_CATALOG_DIR: media.folder };
});

/** Media times of the pictures that the page shows, and how often it seeks or waits for data. */
async function watchPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { times: [] as number[], seeks: 0 };
    Object.assign(window, { seen });
    addEventListener('seeking', () => (seen.seeks += 1), true);
    const follow = (video: HTMLVideoElement): void =>
      void video.requestVideoFrameCallback((_, { mediaTime }) => {
        seen.times.push(mediaTime);
        follow(video);
      });
    addEventListener('play', ({ target }) => follow(target as HTMLVideoElement), { capture: true, once: true });
  });
}

const seenIn = (page: Page): Promise<{ times: number[]; seeks: number }> =>
  page.evaluate(() => (window as unknown as { seen: { times: number[]; seeks: number } }).seen);

const bufferedIn = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { buffered } = document.querySelector('video')!;
    return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)]).flat();
  });

/** Pictures follow each other in steps of a twelfth of a second, and none is shown twice. */
const STEP_SECONDS = 1 / 12;

test.concurrent.for([
  ['with lengths to the tick', PLAIN],
  ['with rounded lengths', ROUNDED],
] as const)('a stream %s goes over to the engine without a seek, a gap or a jump', async ([, id], { product }) => {
  const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product, false);
  await watchPictures(page);
  await open(id);
  await waitForTime(page, 0.3);
  expect(await page.locator('link[rel=modulepreload]').getAttribute('href')).toContain('/transport-start-');
  releaseEngine();
  releaseModule();
  await waitForState(page, 'ended');
  const { times, seeks } = await seenIn(page);
  expect([seeks, repeatedOf(requests), problems]).toEqual([0, [], []]);
  expect(times.length).toBeGreaterThan(40);
  const steps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / STEP_SECONDS);
  // A busy machine leaves pictures out.
  for (const step of steps) expect(Math.abs(step - Math.round(step))).toBeLessThan(0.05);
  expect(Math.min(...steps)).toBeGreaterThan(0.9);
  expect(await page.evaluate(() => document.querySelector('video')!.played.length)).toBe(1);
});

test.concurrent('pictures and sound begin and end where hls.js alone puts them', async ({ product }) => {
  const [held, alone] = [await openHeld(product, false), await openHeld(product, false)];
  const rangeOf = async (page: Page): Promise<readonly string[]> => {
    await page.waitForFunction(() => (document.querySelector('video')?.buffered.length ?? 0) > 0);
    await page.waitForFunction(() => document.querySelector('video')!.buffered.end(0) > 5.9);
    return (await bufferedIn(page)).map((seconds) => seconds.toFixed(3));
  };
  held.releaseModule();
  await held.open(PLAIN);
  const ours = await rangeOf(held.page);
  alone.releaseModule();
  alone.releaseEngine();
  await alone.open(PLAIN, '&worker=off');
  // A stream that has ended is buffered to the end of its longer track, the sound.
  expect([ours, (await rangeOf(alone.page))[0]]).toEqual([['0.167', '6.167'], '0.167']);
});

test.concurrent('a seek before the engine has loaded is followed once it has', async ({ product }) => {
  const { page, problems, releaseModule, releaseEngine, open } = await openHeld(product, false);
  releaseModule();
  await open(PLAIN);
  await waitForState(page, 'playing');
  await page.keyboard.press('9');
  releaseEngine();
  await waitForTime(page, 5.3);
  await waitForState(page, 'ended');
  expect(problems).toEqual([]);
});

test.concurrent('a start in the middle begins there, with the segment that has it', async ({ product }) => {
  const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
  await open(PLAIN, '&start=3');
  await waitForTime(page, 3.2);
  expect(requests.map((request) => request.replace(/.*\//, ''))).not.toContain('0.m2ts');
  releaseEngine();
  releaseModule();
  await waitForState(page, 'ended');
  expect([repeatedOf(requests), problems]).toEqual([[], []]);
});

const PICTURES_PID = 0x100;

/** The first segment with a bit set in the head of a packet of pictures, which hls.js does not look at. */
async function withBit(at: number, bit: number, pick: 'first' | 'last'): Promise<Buffer> {
  const bytes = await readFile(join(KINDS, 'transport/0.m2ts'));
  const packets = Array.from({ length: bytes.length / 188 }, (_, index) => index * 188);
  const pictures = packets.filter((packet) => (bytes.readUInt16BE(packet + 1) & 0x1fff) === PICTURES_PID);
  const packet = (pick === 'first' ? pictures[0] : pictures.at(-1)) ?? 0;
  bytes[packet + at] = (bytes[packet + at] ?? 0) | bit;
  return bytes;
}

test.concurrent.for([
  ['is not understood', 3, 0x80, 'first'],
  ['is not understood to its end', 1, 0x80, 'last'],
] as const)(
  'a stream whose first segment %s plays in the engine, and fetches nothing twice',
  async ([, at, bit, pick], { product }) => {
    const { page, context, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    const body = await withBit(at, bit, pick);
    await context.route('**/0.m2ts', (route) => route.fulfill({ body, contentType: 'video/mp2t' }));
    await open(PLAIN);
    await expect.poll(() => requests.filter((request) => request.includes('hls-engine'))).toHaveLength(1);
    expect(await currentTime(page)).toBeLessThan(1);
    releaseEngine();
    releaseModule();
    await waitForState(page, 'ended');
    expect([repeatedOf(requests), problems]).toEqual([[], []]);
  },
);
