// @module-tag thorough
import { expect } from 'vitest';
import { waitForState } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { subtitled, subtitlePlaylist, webVtt } from './support/captioned-media.ts';
import { masterPlaylist, mediaPlaylist, SEGMENTS, UnusualMedia } from './support/unusual-media.ts';

/** Input that never arrives, is huge or refers to itself causes one clear error, or playback without that part. */

const HUGE_BYTES = 100_000_000;
const KEY = ['#EXT-X-KEY:METHOD=AES-128,URI="key.m4s"'];
/** Maximum time until the viewer sees the error. */
const ERROR_WITHIN_MS = 10_000;

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  await media.addVideo('film-nokey0', {
    'video.m3u8': mediaPlaylist('video', { afterInit: KEY }),
    'audio.m3u8': mediaPlaylist('audio', { afterInit: KEY }),
  });
  await media.addVideo('film-liveit', {
    'video.m3u8': mediaPlaylist('video', { isOver: false }),
    'audio.m3u8': mediaPlaylist('audio', { isOver: false }),
  });
  await media.addVideo('film-hugevt', {
    'master.m3u8': subtitled(masterPlaylist(), { name: 'English', language: 'en', playlist: 'english' }),
    'english.m3u8': subtitlePlaylist('english', 'vtt'),
    ...Object.fromEntries(
      SEGMENTS.map((name, index) => [`english/${name}.vtt`, webVtt(index, (second) => `Second ${second}`)]),
    ),
    'english/001.vtt': Buffer.alloc(HUGE_BYTES, 'WEBVTT\n\n00:00:02.000 --> 00:00:04.000\nhuge\n\n'),
  });
  return { ORIEL_CATALOG_DIR: media.folder };
});

const PATHS = [
  ['worker', ''],
  ['main', '&worker=off'],
] as const;

test.concurrent.for(PATHS)(
  'a key that never arrives causes an error within 10 s, with the engine on the %s thread',
  async ([, query], { product }) => {
    const { page, context } = await product.openPage();
    await context.route('**/key.m4s', () => undefined);
    const asked = page.waitForRequest('**/key.m4s');
    await page.goto(`${product.playerOrigin}/embed/film-nokey0?autoplay=1&mute=1${query}`);
    await asked;
    const requestedAtMs = performance.now();
    await page.waitForSelector('.error-card');
    expect(performance.now() - requestedAtMs).toBeLessThan(ERROR_WITHIN_MS);
    expect(await page.textContent('.error-code')).toContain('net.timeout');
  },
);

test.concurrent.for(PATHS)(
  'a playlist of a live stream that refers to itself causes an error, with the engine on the %s thread',
  async ([, query], { product }) => {
    const { page, context } = await product.openPage();
    const master = masterPlaylist({ audio: [] }).replace('\nvideo.m3u8', '\nmaster.m3u8');
    let requests = 0;
    await context.route('**/film-liveit/*.m3u8', (route) => {
      requests += 1;
      return route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: master });
    });
    await page.goto(`${product.playerOrigin}/embed/film-liveit?autoplay=1&mute=1${query}`);
    await page.waitForSelector('.error-card');
    expect(await page.textContent('.error-code')).toContain('fmt.');
    expect(requests).toBeLessThan(20);
  },
);

test.concurrent(
  'a caption segment of 100 MB is not shown, and the video plays to its end with its other captions',
  async ({ product }) => {
    const { page } = await product.openPage();
    await page.addInitScript(() => {
      const shown = new Set<string>();
      Object.assign(window, { shownCaptions: shown });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('.caption-line')) shown.add(textContent);
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${product.playerOrigin}/embed/film-hugevt?autoplay=1&mute=1&hl=en&cc_load_policy=1`);
    await waitForState(page, 'ended');
    const shown = await page.evaluate(() => [...(window as unknown as { shownCaptions: Set<string> }).shownCaptions]);
    expect(shown).toContain('Second 8');
    expect(shown).not.toContain('huge');
    expect(await page.locator('.error-card').count()).toBe(0);
  },
);
