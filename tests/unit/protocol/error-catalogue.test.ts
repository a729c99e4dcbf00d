import { expect, test } from 'vitest';
import { hostErrorCode, isPlayerErrorCode, PLAYER_ERRORS } from '../../../protocol/errors.ts';

test('errors are retryable only if a retry can succeed without a change to the video or the page [H5]', () => {
  const retryable = Object.entries(PLAYER_ERRORS).filter(([, error]) => error.retryable);
  expect(retryable.map(([code]) => code).toSorted()).toEqual([
    'drm.auth',
    'fmt.decode',
    'fmt.unplayable',
    'heartbeat.net',
    'heartbeat.servererror',
    'heartbeat.stop',
    'location.needed',
    'net.badstatus',
    'net.connect',
    'net.offline',
    'net.timeout',
    'net.unavailable',
    'net.unknown',
    'player.internal',
  ]);
});

test('each error code has its host code, and codes without a listed host code have 5 [H5]', () => {
  const codes = Object.keys(PLAYER_ERRORS).map((code) => [code, hostErrorCode(code)]);
  expect(['never.heard.of', '__proto__'].map(hostErrorCode)).toEqual([5, 5]);
  expect(Object.fromEntries(codes.filter(([, hostCode]) => hostCode !== 5))).toEqual({
    'api.invalidparam': 2,
    'video.notfound': 100,
    auth: 150,
    'drm.auth': 150,
    'heartbeat.net': 150,
    'heartbeat.servererror': 150,
    'heartbeat.stop': 150,
    'embedder.denied': 150,
    'mrm.blocked': 151,
    'location.needed': 151,
    'location.outside': 151,
    'embedder.identity.denied': 152,
  });
  expect([isPlayerErrorCode('auth'), isPlayerErrorCode('toString')]).toEqual([true, false]);
});
