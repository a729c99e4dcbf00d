import { expect, test } from 'vitest';
import type { Asked } from '../../storm/model/arrival.ts';
import { ask } from '../../storm/model/ask.ts';
import { later, mayHaveEnded, wishOf, type Wish } from '../../storm/model/wish.ts';
import { VIDEOS } from '../../storm/script/videos.ts';
import type { StartPage } from '../../storm/script/script.ts';

const CUED: StartPage = { path: '', video: VIDEOS.hls, listIds: null, autoplay: false, muted: false };
const PLAYING: StartPage = { ...CUED, autoplay: true };
const LIVE: StartPage = { ...PLAYING, video: VIDEOS.live };
/** A pause is taken half a second after it has arrived. */
const MOMENT = { stoppedByMs: (atMs: number) => atMs + 500, liveWindowSeconds: 80 };

const key = (name: string): Asked => ({ by: 'key', key: name });
const host = (func: string, ...args: unknown[]): Asked => ({ by: 'host', func, args });
const press = (on: 'picture' | 'big-play'): Asked => ({ by: 'pointer', on, share: 0 });
const rest = (state: number): Asked => ({ by: 'rest', state });

/** One request a second, from the first second on. */
const wishAfter = (page: StartPage, ...asked: readonly Asked[]): Wish =>
  asked.reduce((wish, one, index) => ask(wish, { ...one, atMs: (index + 1) * 1_000 }, MOMENT), wishOf(page, 0));

test.each<[condition: string, page: StartPage, asked: Asked[], playback: Wish['playback']]>([
  ['a cued player is asked for nothing', CUED, [], 'cued'],
  ['a cued player is paused', CUED, [host('pauseVideo')], 'cued'],
  ['a cued player is toggled', CUED, [key('k')], 'playing'],
  ['the poster is pressed', CUED, [press('picture')], 'playing'],
  ['a cued player is sought', CUED, [key('6')], 'playing'],
  ['a player that starts is paused', PLAYING, [host('pauseVideo')], 'halted'],
  ['a player that starts is toggled', PLAYING, [key('k')], 'unknown'],
  ['what a toggle made of it is overruled', PLAYING, [key('k'), host('playVideo')], 'playing'],
  ['a player at rest is toggled', PLAYING, [rest(1), key('k')], 'paused'],
  ['a paused player is sought', PLAYING, [rest(1), host('pauseVideo'), key('6')], 'paused'],
  ['a halted player is sought', PLAYING, [host('pauseVideo'), key('6')], 'unknown'],
  ['a halted player turns out to be cued', PLAYING, [host('pauseVideo'), rest(5), key('6')], 'playing'],
  ['a halted player is toggled', PLAYING, [host('pauseVideo'), key('k')], 'playing'],
  ['a video is loaded', CUED, [host('loadVideoById', 'orielmp4001')], 'playing'],
  ['a video is loaded and paused', CUED, [host('loadVideoById', 'orielmp4001'), host('pauseVideo')], 'halted'],
  ['a video is cued while another plays', PLAYING, [host('cueVideoById', 'orielmp4001')], 'cued'],
  ['playback is stopped', PLAYING, [host('stopVideo')], 'cued'],
])('where %s', (_, page, asked, playback) => {
  expect(wishAfter(page, ...asked).playback).toBe(playback);
});

test.each<[condition: string, page: StartPage, asked: Asked[], low: number, high: number]>([
  ['time passes while it plays', PLAYING, [rest(1)], 0, 1],
  ['time passes while it is cued', CUED, [rest(5)], 0, 0],
  ['a key names a tenth', PLAYING, [key('5')], 14, 14],
  ['a host names a second, and a key goes on from there', PLAYING, [host('seekTo', 8, true), key('l')], 18, 19],
  ['a key goes back past the start', PLAYING, [key('j')], 0, 0],
  ['it is paused, which takes a moment', PLAYING, [host('pauseVideo'), rest(2)], 0, 1.5],
  ['it plays twice as fast', PLAYING, [key('0'), host('setPlaybackRate', 2), rest(1)], 0, 3],
  ['a video is loaded from a place', CUED, [host('loadVideoById', { videoId: 'orielmp4001', startSeconds: 4 })], 4, 4],
  ['a live stream is sought to a share of its window', LIVE, [key('2')], 64, 64],
  ['a live stream goes on without the video', LIVE, [key('2'), rest(1), host('pauseVideo'), rest(2)], 64, 67.5],
])('where %s, the place is known', (_, page, asked, low, high) => {
  const { place } = wishAfter(page, ...asked);
  expect([place.low, place.high]).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)]);
});

test('the model states when the video may have ended', () => {
  const nearEnd = wishAfter(PLAYING, host('seekTo', 25, true));
  expect(mayHaveEnded(nearEnd)).toBe(false);
  expect(mayHaveEnded(later(nearEnd, 4_000))).toBe(true);
  expect(mayHaveEnded(later({ ...nearEnd, playback: 'paused' }, 4_000))).toBe(false);
});
