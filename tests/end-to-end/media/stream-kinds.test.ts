import type { Page, Request } from 'playwright';
import { expect } from 'vitest';
import { holdEngine, holdModule } from '../support/hold-module.ts';
import { currentTime, hurry, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { mediaPlaylist, SEGMENTS, UnusualMedia } from './support/unusual-media.ts';

/** Kinds by their folders of the tests' media. */
const KINDS = {
  usual: 'film-usual0',
  muxed: 'film-muxed0',
  ranges: 'film-ranges',
  transport: 'film-transp',
  sound: 'film-snd000',
  inside: 'film-inside',
} as const;

/** A window that an encoder has written so far. */
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

/** Requests of media and of the engine, as path and bytes. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    const { range } = request.headers();
    if (/^\/(?:media|live)\/|hls-engine/.test(pathname))
      requests.push(range === undefined ? pathname : `${pathname} ${range.replace('bytes=', '')}`);
  });
  return requests;
}

/** A page whose module and engine do not load before they are released. */
async function openHeld(product: Product) {
  const { page, context, problems } = await product.openPage();
  await hurry(page);
  const requests = recordRequests(page);
  const releaseModule = await holdModule(context);
  const releaseEngine = await holdEngine(context);
  const open = (id: string) => page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1`);
  return { page, problems, requests, releaseModule, releaseEngine, open };
}

/** The file, and the first byte of a part. */
const name = (request: string): string => request.replace(/^.*\//, '').replace(/-\d+$/, '');

test.concurrent.for([
  ['fMP4 as ffmpeg writes it by default', 'usual', ['0-0.m4s', '1-0.m4s']],
  ['sound and pictures in one, without a multivariant playlist', 'muxed', ['0.m4s']],
  ['byte ranges of one file a track', 'ranges', ['0.mp4 824', '1.mp4 777']],
  ['sound alone', 'sound', ['0.m4s']],
  ['an init segment in every segment', 'inside', ['0.mp4']],
] as const)(
  '%s: plays before page and engine have loaded, and to its end, and fetches nothing twice',
  async ([, kind, first], { product }) => {
    const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    await open(KINDS[kind]);
    await waitForTime(page, 0.3);
    expect(requests.slice(0, first.length).map(name)).toEqual(first);
    releaseEngine();
    releaseModule();
    await waitForState(page, 'ended');
    expect(requests.filter((request) => request.endsWith('.m3u8'))).toEqual([]);
    expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'MPEG-TS needs the engine: it and the first segment are requested before the page, and nothing twice',
  async ({ product }) => {
    const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    releaseEngine();
    await open(KINDS.transport);
    await waitForTime(page, 0.3);
    releaseModule();
    await waitForState(page, 'ended');
    const segments = requests.filter((request) => request.endsWith('.m2ts')).map(name);
    expect(segments).toEqual(['0.m2ts', '1.m2ts', '2.m2ts']);
    expect(requests.filter((request) => request.endsWith('.m3u8'))).toEqual([]);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'live of fMP4: plays near its end before page and engine have loaded, then in the engine, and fetches nothing twice',
  async ({ product }) => {
    const { page, problems, requests, releaseModule, releaseEngine, open } = await openHeld(product);
    const response = await open(LIVE);
    expect(await response?.text()).not.toContain('#EXT-X-MEDIA-SEQUENCE');
    // The window lasts ten seconds, and live begins three segments before its end.
    await waitForTime(page, 4.3);
    expect(await currentTime(page)).toBeLessThan(6);
    expect(requests.slice(0, 3).map(name)).toEqual(['master.m3u8', 'video.m3u8', 'audio.m3u8']);
    expect(requests.filter((request) => request.includes('engine'))).toEqual([]);
    releaseEngine();
    releaseModule();
    await waitForState(page, 'playing');
    await page.waitForFunction(() => document.querySelector('video')!.buffered.end(0) > 9);
    await waitForTime(page, 7);
    // The player and the engine have taken over where it was: nothing was sought again.
    expect(await page.evaluate(() => document.querySelector('video')?.played.length)).toBe(1);
    const segments = requests.filter((request) => request.endsWith('.m4s'));
    expect(segments.filter((request, index) => segments.indexOf(request) !== index)).toEqual([]);
    expect(problems).toEqual([]);
  },
);
