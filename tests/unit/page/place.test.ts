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

test('the place of a playing video is restored unchanged', () => {
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
] as const)('in state %i the next page has to %s', (state, how) => {
  expect(placeOf(snapshot({ state }), { currentTime: 1 }).how).toBe(how);
});

test('after an error the next page tries to play, because playing has failed', () => {
  const error = { code: 'net.connect', title: '', advice: '', retryable: true } as const;
  expect(placeOf(snapshot({ state: -1, error }), { currentTime: 1 }).how).toBe('load');
});

test('the entry of a list is kept, by the list’s id or by all of its ids', () => {
  const playlist = { videoIds: ['orieldemo01', 'orielmp4001'], index: 1, shuffled: false, details: null };
  const optionsWith = (listId: string | null) =>
    placeOf(snapshot({ playlist: { ...playlist, listId } }), { currentTime: 3 }).options;
  expect(optionsWith('PLorieldemolist001')).toEqual({ list: 'PLorieldemolist001', index: 1, startSeconds: 3 });
  expect(optionsWith(null)).toEqual({ list: ['orieldemo01', 'orielmp4001'], index: 1, startSeconds: 3 });
});

test('a live stream continues at its present position', () => {
  const video = { ...fresh.video, videoId: 'oriellive01', isLive: true };
  expect(placeOf(snapshot({ video }), { currentTime: 900 }).options).toEqual({ videoId: 'oriellive01' });
});

test('an unreadable place of another build is ignored', () => {
  for (const left of [null, undefined, 12, {}, { options: {}, how: 'play', muted: false }])
    expect(readPlace(left)).toBe(null);
});
