// @module-tag thorough
import { createCipheriv } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  AUDIO_CODEC,
  demoPart,
  masterPlaylist,
  mediaPlaylist,
  SEGMENTS,
  UnusualMedia,
  VIDEO_CODEC,
} from './support/unusual-media.ts';
import { hurry } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';

const START = (offset: string): string => `#EXT-X-START:TIME-OFFSET=${offset}`;

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

function encrypted(segment: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, Buffer.alloc(16));
  return Buffer.concat([cipher.update(segment), cipher.final()]);
}

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
  await media.addVideo('film-sndlow', {
    'master.m3u8': `${masterPlaylist()}#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="${AUDIO_CODEC}"\naudio.m3u8\n`,
  });
  await media.addVideo('film-define', {
    'master.m3u8': masterPlaylist()
      .replace('#EXT-X-INDEPENDENT', '#EXT-X-DEFINE:NAME="pictures",VALUE="video"\n#EXT-X-INDEPENDENT')
      .replace('\nvideo.m3u8', '\n{$pictures}.m3u8'),
  });
  await media.addVideo('film-import', {
    'master.m3u8': masterPlaylist().replace('#EXT-X-IND', '#EXT-X-DEFINE:NAME="ending",VALUE="m4s"\n#EXT-X-IND'),
    'video.m3u8': mediaPlaylist('video', { before: ['#EXT-X-DEFINE:IMPORT="ending"'] }).replaceAll(
      '.m4s',
      '.{$ending}',
    ),
  });
  await media.addVideo('film-spaces', {
    'video.m3u8': mediaPlaylist('video').replaceAll('#EXTINF:', '#EXTINF: '),
    'audio.m3u8': mediaPlaylist('audio').replaceAll('#EXTINF:', '#EXTINF: '),
  });
  await media.addVideo('film-start4', { 'video.m3u8': mediaPlaylist('video', { before: [START('-4')] }) });
  await media.addVideo('film-start5', {
    'master.m3u8': masterPlaylist().replace('#EXT-X-IND', `${START('5,PRECISE=YES')}\n#EXT-X-IND`),
  });
  await media.addVideo('film-gapone', { 'video.m3u8': mediaPlaylist('video', { afterInit: ['#EXT-X-GAP'] }) });
  await media.addVideo('film-gapall', {
    'video.m3u8': mediaPlaylist('video', { afterInit: ['#EXT-X-GAP'] }),
    'audio.m3u8': mediaPlaylist('audio', { afterInit: ['#EXT-X-GAP'] }),
  });
  await media.addVideo('film-itself', { 'master.m3u8': masterPlaylist().replace('\nvideo.m3u8', '\nmaster.m3u8') });
  await media.addVideo('film-ownaud', {
    'master.m3u8':
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="stream_0",AUTOSELECT=YES,URI="audio.m3u8"\n' +
      `#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="${AUDIO_CODEC}",AUDIO="a"\naudio.m3u8\n`,
  });
  await media.addVideo('film-aacec3', {
    'master.m3u8': masterPlaylist({ codecs: `${VIDEO_CODEC},${AUDIO_CODEC},ec-3` }),
  });
  await media.addVideo('film-datkey', {
    'video.m3u8': mediaPlaylist('video', {
      afterInit: [
        `#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,${KEY.toString('base64')}",IV=0x${'0'.repeat(32)}`,
      ],
    }),
    ...Object.fromEntries(
      await Promise.all(
        SEGMENTS.map(async (name) => [`video/${name}.m4s`, encrypted(await demoPart('video', `${name}.m4s`))] as const),
      ),
    ),
  });
  await media.addMade('film-mp3000', 'kinds/mp3');
  await media.addMade('film-still0', 'kinds/still');
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
  /** The first position that was played, seconds. */
  readonly playedFrom: number;
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
      playedFrom: played === undefined || played.length === 0 ? 0 : played.start(0),
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
  ['a level of sound alone below those with pictures', 'film-sndlow', 10],
  ['a playlist named by a variable', 'film-define', 10],
  ['segments named by an imported variable', 'film-import', 10],
  ['lengths behind a space', 'film-spaces', 10],
  ['MP3, the last segment shorter than a frame', 'film-mp3000', 8],
  ['one picture under a sound', 'film-still0', 6],
  ['sound alone whose variant is its own rendition', 'film-ownaud', 10],
  ['AAC and EC-3 named for one group', 'film-aacec3', 10],
  ['a key whose address is its bytes', 'film-datkey', 10],
] as const)('%s plays to its end', async ([, id, lengthSeconds], { product }) => {
  const { page } = await product.openPage();
  const { state, playedTo } = await playOut(product, page, id);
  expect(state).toBe('ended');
  expect(playedTo).toBeGreaterThan(lengthSeconds - 0.3);
});

test.concurrent.for([
  ['before its end', 'film-start4', 6],
  ['behind its beginning', 'film-start5', 5],
  ['behind a gap of the pictures at its beginning', 'film-gapone', 2],
  ['behind a gap of all at its beginning', 'film-gapall', 2],
] as const)('a stream that begins %s plays from there', async ([, id, startSeconds], { product }) => {
  const { page } = await product.openPage();
  const { state, playedFrom, playedTo } = await playOut(product, page, id);
  expect(state).toBe('ended');
  expect(playedFrom).toBeGreaterThan(startSeconds - 0.1);
  expect(playedFrom).toBeLessThan(startSeconds + 0.3);
  expect(playedTo).toBeGreaterThan(9.7);
});

test.concurrent.for([
  ['the rest of the segments is missing', 'film-404end', 'net.badstatus', 3.5],
  ['the last segment is missing', 'film-404fin', 'net.badstatus', 7.5],
  ['the init segment is missing', 'film-404ini', 'net.badstatus', 0],
  ['no browser knows the codec', 'film-nocdec', 'fmt.noneavailable', 0],
  ['a playlist is empty', 'film-nosegs', 'fmt.noneavailable', 0],
  ['a playlist is a web page', 'film-nolist', 'fmt.unplayable', 0],
  ['a playlist names itself', 'film-itself', 'net.unavailable', 0],
] as const)('a video plays on and its viewer gets a notice if %s [H5]', async ([, id, code, playable], { product }) => {
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
