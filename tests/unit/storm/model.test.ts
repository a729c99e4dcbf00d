import { expect, test } from 'vitest';
import type { Asked } from '../../storm/model/arrival.ts';
import { ask } from '../../storm/model/ask.ts';
import { later, mayHaveEnded, wishOf, type Wish } from '../../storm/model/wish.ts';
import { VIDEOS } from '../../storm/script/videos.ts';
import type { StartPage } from '../../storm/script/script.ts';

const CUED: StartPage = { path: '', video: VIDEOS.hls, listIds: null, autoplay: false, muted: false };
const PLAYING: StartPage = { ...CUED, autoplay: true };
const LIVE: StartPage = { ...PLAYING, video: VIDEOS.live };
/** A pause takes effect at most half a second after its request. */
const MOMENT = { stoppedByMs: (atMs: number) => atMs + 500, liveWindowSeconds: 80 };

const key = (name: string): Asked => ({ by: 'key', key: name });
const host = (func: string, ...args: unknown[]): Asked => ({ by: 'host', func, args });
const press = (on: 'picture' | 'big-play'): Asked => ({ by: 'pointer', on, share: 0 });
const rest = (state: number): Asked => ({ by: 'rest', state });

/** The model after these requests, one in each second from the first second on. */
const wishAfter = (page: StartPage, ...asked: readonly Asked[]): Wish =>
  asked.reduce((wish, one, index) => ask(wish, { ...one, atMs: (index + 1) * 1_000 }, MOMENT), wishOf(page, 0));

test.each<[condition: string, page: StartPage, asked: Asked[], playback: Wish['playback']]>([
  ['a cued player gets no request', CUED, [], 'cued'],
  ['a cued player is paused', CUED, [host('pauseVideo')], 'cued'],
  ['a cued player is toggled', CUED, [key('k')], 'playing'],
  ['the poster is pressed', CUED, [press('picture')], 'playing'],
  ['a seek is requested of a cued player', CUED, [key('6')], 'playing'],
  ['a starting player is paused', PLAYING, [host('pauseVideo')], 'halted'],
  ['a starting player is toggled', PLAYING, [key('k')], 'unknown'],
  ['a starting player is toggled and then played', PLAYING, [key('k'), host('playVideo')], 'playing'],
  ['a player at rest is toggled', PLAYING, [rest(1), key('k')], 'paused'],
  ['a seek is requested of a paused player', PLAYING, [rest(1), host('pauseVideo'), key('6')], 'paused'],
  ['a seek is requested of a halted player', PLAYING, [host('pauseVideo'), key('6')], 'unknown'],
  ['a halted player turns out to be cued', PLAYING, [host('pauseVideo'), rest(5), key('6')], 'playing'],
  ['a halted player is toggled', PLAYING, [host('pauseVideo'), key('k')], 'playing'],
  ['a video is loaded', CUED, [host('loadVideoById', 'orielmp4001')], 'playing'],
  ['a video is loaded and paused', CUED, [host('loadVideoById', 'orielmp4001'), host('pauseVideo')], 'halted'],
  ['a video is cued while another plays', PLAYING, [host('cueVideoById', 'orielmp4001')], 'cued'],
  ['playback is stopped', PLAYING, [host('stopVideo')], 'cued'],
])('the model has the expected playback after: %s', (_, page, asked, playback) => {
  expect(wishAfter(page, ...asked).playback).toBe(playback);
});

test.each<[condition: string, page: StartPage, asked: Asked[], low: number, high: number]>([
  ['time passes while it plays', PLAYING, [rest(1)], 0, 1],
  ['time passes while it is cued', CUED, [rest(5)], 0, 0],
  ['a key seeks to a tenth of the video', PLAYING, [key('5')], 14, 14],
  ['a host seeks to a second, and a key seeks on from there', PLAYING, [host('seekTo', 8, true), key('l')], 18, 19],
  ['a key goes back past the start', PLAYING, [key('j')], 0, 0],
  ['it is paused, which takes up to half a second', PLAYING, [host('pauseVideo'), rest(2)], 0, 1.5],
  ['it plays twice as fast', PLAYING, [key('0'), host('setPlaybackRate', 2), rest(1)], 0, 3],
  ['a video is loaded from a time', CUED, [host('loadVideoById', { videoId: 'orielmp4001', startSeconds: 4 })], 4, 4],
  ['a key seeks to a share of the window of a live stream', LIVE, [key('2')], 64, 64],
  ['a live stream goes on during a pause', LIVE, [key('2'), rest(1), host('pauseVideo'), rest(2)], 64, 67.5],
])('the model bounds the position after: %s', (_, page, asked, low, high) => {
  const { place } = wishAfter(page, ...asked);
  expect([place.low, place.high]).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)]);
});

test('the model says that a video may have ended only once playback can have reached its end', () => {
  const nearEnd = wishAfter(PLAYING, host('seekTo', 25, true));
  expect(mayHaveEnded(nearEnd)).toBe(false);
  expect(mayHaveEnded(later(nearEnd, 4_000))).toBe(true);
  expect(mayHaveEnded(later({ ...nearEnd, playback: 'paused' }, 4_000))).toBe(false);
});
