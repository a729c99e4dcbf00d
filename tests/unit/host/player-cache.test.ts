import { expect, test } from 'vitest';
import { PlayerCache } from '../../../src/host/player/player-cache.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

function createCache() {
  const clock = createFakeClock();
  const cache = new PlayerCache(clock, false);
  const tick = (currentTime: number, more: object = {}): void =>
    cache.merge({ currentTime, currentTimeLastUpdated_: clock.now() / 1_000, ...more });
  return { clock, cache, tick };
}

test.each<[string, unknown]>([
  ['playerState', -1],
  ['currentTime', 0],
  ['duration', 0],
  ['videoLoadedFraction', 0],
  ['volume', 100],
  ['muted', false],
  ['playbackRate', 1],
  ['availablePlaybackRates', [1]],
  ['playbackQuality', 'unknown'],
  ['availableQualityLevels', []],
  ['videoUrl', ''],
  ['videoData', { video_id: '', title: '', author: '' }],
  ['playlist', null],
  ['playlistIndex', -1],
  ['playlistId', null],
  ['sphericalProperties', {}],
])('before the first delivery %s reads as %j [C4]', (field, expected) => {
  expect(createCache().cache.read(field)).toEqual(expected);
});

test('deliveries are merged, and fields that a delivery lacks keep their value [H6]', () => {
  const { cache } = createCache();
  cache.merge({ volume: 40, muted: true, duration: 20.02 });
  cache.merge({ duration: 21 });
  expect([cache.read('volume'), cache.read('muted'), cache.read('duration')]).toEqual([40, true, 21]);
});

test('the current time advances between deliveries at the playback speed, for a second at most', async () => {
  const { cache, clock, tick } = createCache();
  tick(10, { playerState: 1, playbackRate: 2, duration: 60 });
  await clock.advance(250);
  expect(cache.currentTime).toBeCloseTo(10.5);
  await clock.advance(750);
  expect(cache.currentTime).toBeCloseTo(12);
  await clock.advance(5_000);
  expect(cache.currentTime).toBeCloseTo(12);
});

test('a client that polls every 50 ms never sees a step of more than 0.1 s in steady playback', async () => {
  const { cache, clock, tick } = createCache();
  tick(0, { playerState: 1, duration: 60 });
  let last = cache.currentTime;
  for (let elapsedMs = 50; elapsedMs <= 5_000; elapsedMs += 50) {
    await clock.advance(50);
    // Messages have varying latency.
    if (elapsedMs % 250 === 0)
      cache.merge({ currentTime: (elapsedMs - 30) / 1_000, currentTimeLastUpdated_: (clock.now() - 30) / 1_000 });
    expect(Math.abs(cache.currentTime - last)).toBeLessThan(0.1);
    last = cache.currentTime;
  }
});

test.each([-0.2, 0.2])(
  'a clock that was %f s off is corrected without a step that looks like a seek',
  async (offSeconds) => {
    const { cache, clock, tick } = createCache();
    tick(10, { playerState: 1, duration: 60 });
    await clock.advance(1_000);
    let last = cache.currentTime;
    tick(11 + offSeconds);
    for (let elapsedMs = 50; elapsedMs <= 1_000; elapsedMs += 50) {
      await clock.advance(50);
      expect(Math.abs(cache.currentTime - last)).toBeLessThan(0.1);
      expect(cache.currentTime).toBeGreaterThanOrEqual(last);
      last = cache.currentTime;
    }
    expect(cache.currentTime).toBeCloseTo(12 + offSeconds);
  },
);

test('the current time jumps with a large step of a delivery, or with a small step after a requested seek [H6]', () => {
  const { cache, tick } = createCache();
  tick(10, { playerState: 1, duration: 60 });
  tick(20);
  expect(cache.currentTime).toBe(20);
  cache.expectJump();
  tick(20.1);
  expect(cache.currentTime).toBe(20.1);
});

test('the current time advances only while the video plays, and never exceeds the duration', async () => {
  const { cache, clock, tick } = createCache();
  tick(19.9, { playerState: 1, duration: 20 });
  await clock.advance(900);
  expect(cache.currentTime).toBe(20);
  tick(5, { playerState: 2 });
  await clock.advance(900);
  expect(cache.currentTime).toBe(5);
});

test('a delivery of only a new speed does not move the current time', async () => {
  const { cache, clock, tick } = createCache();
  tick(10, { playerState: 1, duration: 60 });
  await clock.advance(200);
  cache.merge({ playbackRate: 2 });
  expect(cache.currentTime).toBeCloseTo(10.2);
  await clock.advance(100);
  expect(cache.currentTime).toBeCloseTo(10.4);
});

test('a change of the wall clock does not move the current time', () => {
  const { cache, clock } = createCache();
  cache.merge({ playerState: 1, duration: 60, currentTime: 10, currentTimeLastUpdated_: clock.now() / 1_000 - 86_400 });
  expect(cache.currentTime).toBe(10);
  cache.merge({ currentTime: 11, currentTimeLastUpdated_: clock.now() / 1_000 + 86_400 });
  expect(cache.currentTime).toBe(11);
});

test('a new video starts at its start time, whatever the time of the old video', () => {
  const { cache, tick } = createCache();
  tick(15, { playerState: 2, duration: 20 });
  cache.restartAt(3);
  expect(cache.currentTime).toBe(3);
  expect(cache.read('duration')).toBe(20);
});
