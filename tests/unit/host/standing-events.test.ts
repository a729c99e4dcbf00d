import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/host-vocabulary.ts';
import { StandingEvents } from '../../../src/host/player/standing-events.ts';

test('the last state stands, unless nothing has happened in it', () => {
  const standing = new StandingEvents();
  expect(standing.of('onStateChange')).toBeUndefined();
  standing.take('onStateChange', PLAYER_STATE.playing);
  standing.take('onStateChange', PLAYER_STATE.paused);
  expect(standing.of('onStateChange')).toBe(PLAYER_STATE.paused);
  standing.take('onStateChange', PLAYER_STATE.cued);
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('an error stands until there is another state, and nothing survives another document', () => {
  const standing = new StandingEvents();
  standing.take('onError', 5);
  expect(standing.of('onError')).toBe(5);
  standing.take('onStateChange', PLAYER_STATE.playing);
  expect(standing.of('onError')).toBeUndefined();
  standing.clear();
  expect(standing.of('onStateChange')).toBeUndefined();
});

test('what happens only once does not stand', () => {
  const standing = new StandingEvents();
  standing.take('onVideoProgress', 4);
  expect(standing.of('onVideoProgress')).toBeUndefined();
});
