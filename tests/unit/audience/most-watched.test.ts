import { expect, test, vi } from 'vitest';
import { NO_CURVE, watchedCurve } from '../../../src/audience/reports/curve-picture.ts';
import { CATALOG_FOLDER, openTestProvider } from '../provider/support/test-provider.ts';
import { loadCatalog } from '../provider/support/load-catalog.ts';
import { VIDEO_STATS } from '../provider/support/events.ts';
import { NOON_MS, started, viewerBatch, watched } from '../provider/support/audience-contract.ts';

const ID = 'orieldemo01';
const PATH = `/most-watched/${ID}`;

/** A provider whose viewers watched the whole video, and the seconds 10 to 14 twice. */
async function open({ views, isShown = true, site = {} }: { views: number; isShown?: boolean; site?: object }) {
  const shipped = await loadCatalog(CATALOG_FOLDER);
  const videos = new Map(shipped.videos);
  videos.set(ID, { ...shipped.videos.get(ID)!, mostWatched: isShown });
  const provider = await openTestProvider({ catalog: { ...shipped, videos }, site });
  await provider.clock.advance(NOON_MS - provider.clock.now());
  for (let view = 0; view < views; view += 1) {
    const over = { videoId: ID };
    const ranges = [
      [0, 28],
      [10, 14],
    ];
    const { request } = viewerBatch([started(NOON_MS, over), watched(NOON_MS, ranges, over)]);
    await provider.post(VIDEO_STATS, request);
  }
  return provider;
}

test('from fifty views on, the picture has a curve with a mark at the most watched moment', async () => {
  const provider = await open({ views: 50 });
  const response = await provider.get(PATH);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const mark = /M([\d.]+) 0h1/.exec(await response.text())?.[1];
  expect((Number(mark) / 100) * 28).toBeGreaterThan(10);
  expect((Number(mark) / 100) * 28).toBeLessThan(14);
});

test('with fewer views the picture is empty, so that single viewers are not shown', async () => {
  expect(await (await (await open({ views: 49 })).get(PATH)).text()).toBe(NO_CURVE.picture);
});

test('a video without the setting mostWatched has neither a picture nor its address', async () => {
  const provider = await open({ views: 50, isShown: false });
  expect((await provider.get(PATH)).status).toBe(404);
  const { json } = await provider.call('player', { videoId: ID });
  expect(json['mostWatchedUrl']).toBeUndefined();
  expect((await provider.get('/most-watched/no-such-id')).status).toBe(404);
});

test('the player response has the address of the picture', async () => {
  const { json } = await (await open({ views: 0 })).call('player', { videoId: ID });
  expect(json['mostWatchedUrl']).toBe(PATH);
});

test('with signed media, the picture is served only at its signed address', async () => {
  const provider = await open({ views: 0, site: { signMedia: true } });
  const { json } = await provider.call('player', { videoId: ID });
  const address = json['mostWatchedUrl'] as string;
  expect(address).toMatch(/^\/most-watched\/~[\w.-]+\/orieldemo01$/);
  const response = await provider.get(address);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, max-age=3600']);
  for (const other of [PATH, address.replace(ID, 'orielsphere'), address.replace('/~', '/~x')])
    expect([other, (await provider.get(other)).status]).toEqual([other, 404]);
});

test('the player response has the most watched moment once it has been computed, and does not wait for it', async () => {
  const provider = await open({ views: 50 });
  const seconds = async () => (await provider.call('player', { videoId: ID })).json['mostWatchedSeconds'];
  expect(await seconds()).toBeUndefined();
  await vi.waitFor(async () => expect(await seconds()).toBeGreaterThan(10));
  expect(await seconds()).toBeLessThan(14);
});

test('a video whose seconds were played equally often, or never, has no curve', () => {
  expect(watchedCurve([{ second: 0, played: 7 }], 60)).toBe(NO_CURVE);
  expect(watchedCurve([], 60)).toBe(NO_CURVE);
});

test('the curve spans the picture from side to side, between its bottom and the mark', () => {
  const points = Array.from({ length: 100 }, (_, second) => ({ second, played: second < 50 ? 10 : 20 }));
  const { picture } = watchedCurve(points, 100);
  expect(picture).toContain('M0 100L0 100.0L');
  expect(picture).toContain('L100 12.0L100 100Z');
});
