import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { StandingEvents } from '../../../src/host/player/standing-events.ts';

test('the last state is kept, unless the video is unstarted or cued', () => {
  const standing = new StandingEvents();
  expect(standing.of('onStateChange')).toBeUndefined();
  standing.take('onStateChange', PLAYER_STATE.playing);
  standing.take('onStateChange', PLAYER_STATE.paused);
  expect(standing.of('onStateChange')).toBe(PLAYER_STATE.paused);
  standing.take('onStateChange', PLAYER_STATE.cued);
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('an error is kept until the next state, and clear removes all kept events', () => {
  const standing = new StandingEvents();
  standing.take('onError', 5);
  expect(standing.of('onError')).toBe(5);
  standing.take('onStateChange', PLAYER_STATE.playing);
  expect(standing.of('onError')).toBeUndefined();
  standing.clear();
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('a forgotten error is no longer kept', () => {
  const standing = new StandingEvents();
  standing.take('onError', 5);
  standing.forgetError();
  expect(standing.of('onError')).toBeUndefined();
});

test('events that describe no lasting state are not kept', () => {
  const standing = new StandingEvents();
  standing.take('onVideoProgress', 4);
  expect(standing.of('onVideoProgress')).toBeUndefined();
});
