import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  AUDIO_CODEC,
  demoPart,
  masterPlaylist,
  mediaPlaylist,
  UnusualMedia,
  VIDEO_CODEC,
} from './support/unusual-media.ts';
import { hurry } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';

/** Every video has an id of eleven characters, which names its defect. */
async function addVideos(media: UnusualMedia): Promise<void> {
  const segment = await demoPart('video', '003.m4s');
  const half = segment.subarray(0, segment.length / 2);
  await media.addVideo('film-404seg', { 'video/003.m4s': null });
  await media.addVideo('film-404one', { 'video/000.m4s': null });
  await media.addVideo('film-404end', { 'video/002.m4s': null, 'video/003.m4s': null, 'video/004.m4s': null });
  await media.addVideo('film-404fin', { 'video/004.m4s': null });
  await media.addVideo('film-404ini', { 'video/init.mp4': null });
  await media.addVideo('film-404snd', { 'audio/003.m4s': null });
  await media.addVideo('film-cutseg', { 'video/003.m4s': half });
  await media.addVideo('film-cutone', { 'video/000.m4s': half });
  await media.addVideo('film-rubble', { 'video/003.m4s': Buffer.alloc(4_000, 'rubble') });
  await media.addVideo('film-nocdec', { 'master.m3u8': masterPlaylist({ codecs: `wxyz.1,${AUDIO_CODEC}` }) });
  await media.addVideo('film-vp9say', { 'master.m3u8': masterPlaylist({ codecs: `vp09.00.10.08,${AUDIO_CODEC}` }) });
  await media.addVideo('film-single', {
    'video.m3u8': mediaPlaylist('video', { segments: ['000'] }),
    'audio.m3u8': mediaPlaylist('audio', { segments: ['000'] }),
  });
  await media.addVideo('film-sound0', {
    'master.m3u8': masterPlaylist({ codecs: AUDIO_CODEC, audio: [] })
      .replace('RESOLUTION=426x240,', '')
      .replace('video.m3u8', 'audio.m3u8'),
  });
  await media.addVideo('film-silent', { 'master.m3u8': masterPlaylist({ codecs: VIDEO_CODEC, audio: [] }) });
  await media.addVideo('film-nosegs', { 'video.m3u8': mediaPlaylist('video', { segments: [] }) });
  await media.addVideo('film-nolist', { 'video.m3u8': '<!doctype html><title>Not found</title>' });
  await media.addMade('film-portra', 'portrait');
  await media.addMade('film-strip0', 'strip');
  await media.addMade('film-varfps', 'variable-rate');
  await media.addMade('film-longgp', 'long-gop');
}

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  await addVideos(media);
  return { ORIEL_CATALOG_DIR: media.folder };
});

interface Outcome {
  readonly state: string;
  readonly error: string | null;
  /** The furthest position that was played, seconds. */
  readonly playedTo: number;
}

/** Plays until it ends or fails; a player that does neither fails the test by its timeout. */
async function playOut({ playerOrigin }: Product, page: Page, id: string): Promise<Outcome> {
  await hurry(page);
  await page.goto(`${playerOrigin}/embed/${id}?autoplay=1&mute=1`);
  await page.waitForSelector('#player[data-state="ended"], .error-card');
  return page.evaluate(() => {
    const played = document.querySelector('video')?.played;
    return {
      state: document.querySelector<HTMLElement>('#player')?.dataset['state'] ?? '',
      error: document.querySelector('.error-code')?.textContent ?? null,
      playedTo: played === undefined || played.length === 0 ? 0 : played.end(played.length - 1),
    };
  });
}

// Most of these videos wait for data that never arrives, so they run concurrently.
test.concurrent.for([
  ['a video of one segment', 'film-single', 2],
  ['sound without pictures', 'film-sound0', 10],
  ['pictures without sound', 'film-silent', 10],
  ['an upright video', 'film-portra', 4],
  ['a strip with pixels that are not square', 'film-strip0', 4],
  ['pictures at every distance in time', 'film-varfps', 5.5],
  ['one key frame for all', 'film-longgp', 16],
] as const)('%s plays to its end', async ([, id, lengthSeconds], { product }) => {
  const { page } = await product.openPage();
  const { state, playedTo } = await playOut(product, page, id);
  expect(state).toBe('ended');
  expect(playedTo).toBeGreaterThan(lengthSeconds - 0.3);
});

test.concurrent.for([
  ['the rest of the segments is missing', 'film-404end', 'net.badstatus', 3.5],
  ['the last segment is missing', 'film-404fin', 'net.badstatus', 7.5],
  ['the init segment is missing', 'film-404ini', 'net.badstatus', 0],
  ['no browser knows the codec', 'film-nocdec', 'fmt.noneavailable', 0],
  ['a playlist is empty', 'film-nosegs', 'fmt.noneavailable', 0],
  ['a playlist is a web page', 'film-nolist', 'fmt.unplayable', 0],
] as const)('a video plays on and its viewer learns of it if %s [H5]', async ([, id, code, playable], { product }) => {
  const { page } = await product.openPage();
  const { error, playedTo } = await playOut(product, page, id);
  expect(error).toContain(code);
  expect(playedTo).toBeGreaterThanOrEqual(playable);
  expect(await page.locator('.spinner').count()).toBe(0);
});

test.concurrent.for([
  ['missing', 'film-404seg', 10],
  ['missing, and has the sound', 'film-404snd', 10],
  ['missing, and is the first', 'film-404one', 10],
  ['cut off', 'film-cutseg', 10],
  ['cut off, and is the first', 'film-cutone', 10],
  ['not a segment at all', 'film-rubble', 10],
  ['not in the codec that the playlist says', 'film-vp9say', 10],
] as const)('a segment that is %s costs only itself', async ([, id, lengthSeconds], { product }) => {
  const { page } = await product.openPage();
  const { state, error, playedTo } = await playOut(product, page, id);
  expect(error).toBeNull();
  expect(state).toBe('ended');
  expect(playedTo).toBeGreaterThan(lengthSeconds - 0.3);
});
