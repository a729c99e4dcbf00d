import { expect } from 'vitest';
import { currentTime, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base } from '../support/test.ts';
import { openHeld, repeatedOf } from './support/held-page.ts';
import { mediaPlaylist, SEGMENTS, UnusualMedia } from './support/unusual-media.ts';

/** Ids of the videos, by the folder of their kind in the tests' media. */
const KINDS = {
  usual: 'film-usual0',
  muxed: 'film-muxed0',
  ranges: 'film-ranges',
  transport: 'film-transp',
  sound: 'film-snd000',
  inside: 'film-inside',
} as const;

/** Id of a live stream with a window that its encoder has written so far. */
const LIVE = 'film-live00';
const liveWindow = (kind: 'video' | 'audio') =>
  mediaPlaylist(kind, { segments: SEGMENTS, before: ['#EXT-X-MEDIA-SEQUENCE:0'], isOver: false });

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const media = await UnusualMedia.create();
  onCleanup(() => media.remove());
  for (const [folder, id] of Object.entries(KINDS)) await media.addMade(id, `kinds/${folder}`);
  await media.addVideo(LIVE, { 'video.m3u8': liveWindow('video'), 'audio.m3u8': liveWindow('audio') });
  return { ORIEL_CATALOG_DIR: media.folder };
});

/** File name of a request, and the first byte of its range. */
const name = (request: string): string => request.replace(/^.*\//, '').replace(/-\d+$/, '');

test.concurrent.for([
  ['fMP4 as ffmpeg writes it by default', 'usual', ['0-0.m4s', '1-0.m4s']],
  ['sound and pictures in one, without a multivariant playlist', 'muxed', ['0.m4s']],
  ['byte ranges of one file a track', 'ranges', ['0.mp4 824', '1.mp4 777']],
  ['sound alone', 'sound', ['0.m4s']],
  ['an init segment in every segment', 'inside', ['0.mp4']],
  ['MPEG-TS', 'transport', ['0.m2ts']],
] as const)(
  '%s: a stream plays before page and engine have loaded, then to its end, and requests nothing twice',
  async ([, kind, first], { product }) => {
    const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    await open(KINDS[kind]);
    await waitForTime(page, 0.3);
    expect(requests.slice(0, first.length).map(name)).toEqual(first);
    releaseEngine();
    releaseModule();
    await waitForState(page, 'ended');
    expect(requests.filter((request) => request.endsWith('.m3u8'))).toEqual([]);
    expect(repeatedOf(requests)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a live stream of fMP4 plays near its end before page and engine have loaded, then in the engine, and requests no segment twice',
  async ({ product }) => {
    const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    const response = await open(LIVE);
    expect(await response?.text()).not.toContain('#EXT-X-MEDIA-SEQUENCE');
    // The window lasts ten seconds, and live playback begins three segments before its end.
    await waitForTime(page, 4.3);
    expect(await currentTime(page)).toBeLessThan(6);
    expect(requests.slice(0, 3).map(name)).toEqual(['master.m3u8', 'video.m3u8', 'audio.m3u8']);
    expect(requests.filter((request) => request.includes('engine'))).toEqual([]);
    releaseEngine();
    releaseModule();
    await waitForState(page, 'playing');
    await page.waitForFunction(() => document.querySelector('video')!.buffered.end(0) > 9);
    await waitForTime(page, 7);
    // The player and the engine have taken over without a seek.
    expect(await page.evaluate(() => document.querySelector('video')?.played.length)).toBe(1);
    const segments = requests.filter((request) => request.endsWith('.m4s'));
    expect(repeatedOf(segments)).toEqual([]);
    expect(problems).toEqual([]);
  },
);
