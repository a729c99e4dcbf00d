import { expect, test } from 'vitest';
import type { PlayerStateName } from '../../../../src/host/client/types.ts';
import { MediaState } from '../../../../src/host/element/media-state.ts';

const eventsOf = (media: MediaState, ...states: PlayerStateName[]) => states.flatMap((state) => media.enter(state));

test('the first playback from cued dispatches play, waiting and playing once each', () => {
  const media = new MediaState();
  expect(eventsOf(media, 'cued', 'unstarted', 'buffering', 'playing')).toEqual(['play', 'waiting', 'playing']);
  expect(media.isPaused).toBe(false);
});

test('buffering within a playback dispatches no second play', () => {
  const media = new MediaState();
  expect(eventsOf(media, 'playing', 'buffering', 'playing')).toEqual(['play', 'playing', 'waiting', 'playing']);
});

test.each([
  ['paused', ['pause']],
  ['ended', ['pause', 'ended']],
  ['cued', ['pause']],
] as const)('a change from playing to %s dispatches %j', (state, events) => {
  const media = new MediaState();
  media.enter('playing');
  expect(media.enter(state)).toEqual(events);
  expect(media.isPaused).toBe(true);
});

test('play is dispatched at the first request to play, and pause when the last request has failed', () => {
  const media = new MediaState();
  expect([media.beginStart(), media.beginStart()]).toEqual([['play'], []]);
  // The player still reports its earlier state.
  expect(eventsOf(media, 'cued', 'paused')).toEqual([]);
  expect(media.endStart({ hasFailed: true })).toEqual([]);
  expect(media.isPaused).toBe(false);
  expect(media.endStart({ hasFailed: true })).toEqual(['pause']);
  expect(media.enter('playing')).toEqual(['play', 'playing']);
  expect(media.enter('paused')).toEqual(['pause']);
});

test('pause is dispatched at the request to pause, whatever state the player still reports', () => {
  const media = new MediaState();
  media.enter('playing');
  expect(media.beginStop()).toEqual(['pause']);
  expect(eventsOf(media, 'buffering', 'playing', 'paused')).toEqual([]);
  media.endStop();
  expect(media.enter('playing')).toEqual(['play', 'playing']);
});

test('buffering for a seek in a paused player does not count as a start', () => {
  const media = new MediaState();
  expect(media.enter('buffering', { isSeeking: true })).toEqual([]);
  expect(media.isPaused).toBe(true);
});
