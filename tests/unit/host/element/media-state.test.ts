import { expect, test } from 'vitest';
import type { PlayerStateName } from '../../../../src/host/client/types.ts';
import { MediaState } from '../../../../src/host/element/media-state.ts';

const eventsOf = (media: MediaState, ...states: PlayerStateName[]) => states.flatMap((state) => media.enter(state));

test('the first play from cued is one play, one wait, one start', () => {
  const media = new MediaState();
  expect(eventsOf(media, 'cued', 'unstarted', 'buffering', 'playing')).toEqual(['play', 'waiting', 'playing']);
  expect(media.isPaused).toBe(false);
});

test('buffering within a playback is no other play', () => {
  const media = new MediaState();
  expect(eventsOf(media, 'playing', 'buffering', 'playing')).toEqual(['play', 'playing', 'waiting', 'playing']);
});

test.each([
  ['paused', ['pause']],
  ['ended', ['pause', 'ended']],
  ['cued', ['pause']],
] as const)('from playing to %s', (state, events) => {
  const media = new MediaState();
  media.enter('playing');
  expect(media.enter(state)).toEqual(events);
  expect(media.isPaused).toBe(true);
});

test('a request to play counts at once, and is said once', () => {
  const media = new MediaState();
  expect(media.setPaused(false)).toEqual(['play']);
  expect(media.setPaused(false)).toEqual([]);
  expect(media.enter('playing')).toEqual(['playing']);
  expect(media.setPaused(true)).toEqual(['pause']);
});
