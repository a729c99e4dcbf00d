import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { StandingEvents } from '../../../src/host/player/standing-events.ts';

test('keeps the last state, unless it is an initial one', () => {
  const standing = new StandingEvents();
  expect(standing.of('onStateChange')).toBeUndefined();
  standing.take('onStateChange', PLAYER_STATE.playing);
  standing.take('onStateChange', PLAYER_STATE.paused);
  expect(standing.of('onStateChange')).toBe(PLAYER_STATE.paused);
  standing.take('onStateChange', PLAYER_STATE.cued);
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('keeps an error until the next state, and nothing after a reload', () => {
  const standing = new StandingEvents();
  standing.take('onError', 5);
  expect(standing.of('onError')).toBe(5);
  standing.take('onStateChange', PLAYER_STATE.playing);
  expect(standing.of('onError')).toBeUndefined();
  standing.clear();
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('keeps no error of a state that is over', () => {
  const standing = new StandingEvents();
  standing.take('onError', 5);
  standing.forgetError();
  expect(standing.of('onError')).toBeUndefined();
});

test('keeps no one-time events', () => {
  const standing = new StandingEvents();
  standing.take('onVideoProgress', 4);
  expect(standing.of('onVideoProgress')).toBeUndefined();
});
