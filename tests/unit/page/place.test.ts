import { expect, test } from 'vitest';
import { placeOf, readPlace } from '../../../src/page/configuration/place.ts';
import { initialSnapshot } from '../../../src/page/player/initial-snapshot.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';

const fresh = initialSnapshot({ volume: 100, muted: false, loop: false });
const snapshot = (changes: Partial<PlayerSnapshot>): PlayerSnapshot => ({
  ...fresh,
  video: { ...fresh.video, videoId: 'orieldemo01' },
  ...changes,
});

test('the stored place of a playing video is read as video, position, playback and mute', () => {
  const place = placeOf(snapshot({ state: 1, muted: true }), { currentTime: 12.5 });
  expect(readPlace(structuredClone(place))).toEqual({
    options: { videoId: 'orieldemo01', startSeconds: 12.5 },
    how: 'load',
    muted: true,
  });
});

test.each([
  [1, 'load'],
  [3, 'load'],
  [2, 'cue'],
  [5, 'cue'],
  [0, 'cue'],
] as const)('a page that reloads in the state %i has to %s the video', (state, how) => {
  expect(placeOf(snapshot({ state }), { currentTime: 1 }).how).toBe(how);
});

test('a page that reloads after an error loads the video, because playback has failed', () => {
  const error = { code: 'net.connect', title: '', advice: '', retryable: true } as const;
  expect(placeOf(snapshot({ state: -1, error }), { currentTime: 1 }).how).toBe('load');
});

test('the place in a list is stored with the list’s id, or with the ids of all its videos', () => {
  const playlist = { videoIds: ['orieldemo01', 'orielmp4001'], index: 1, shuffled: false, details: null };
  const optionsWith = (listId: string | null) =>
    placeOf(snapshot({ playlist: { ...playlist, listId } }), { currentTime: 3 }).options;
  expect(optionsWith('PLorieldemolist001')).toEqual({ list: 'PLorieldemolist001', index: 1, startSeconds: 3 });
  expect(optionsWith(null)).toEqual({ list: ['orieldemo01', 'orielmp4001'], index: 1, startSeconds: 3 });
});

test('the place of a live stream has no position, so that it continues at its head', () => {
  const video = { ...fresh.video, videoId: 'oriellive01', isLive: true };
  expect(placeOf(snapshot({ video }), { currentTime: 900 }).options).toEqual({ videoId: 'oriellive01' });
});

test('an unreadable place of another build is ignored', () => {
  for (const left of [null, undefined, 12, {}, { options: {}, how: 'play', muted: false }])
    expect(readPlace(left)).toBe(null);
});
