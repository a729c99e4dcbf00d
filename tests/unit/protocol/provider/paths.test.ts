import { expect, test } from 'vitest';
import { CHANGING_ENDPOINTS, ENDPOINTS } from '../../../../protocol/provider/endpoints.ts';
import { endpointPath, logPath, withRetryCount } from '../../../../protocol/provider/paths.ts';

test('a call has its path, unless command metadata overrides it [N3]', () => {
  expect(endpointPath('player')).toBe('/youtubei/v1/player');
  expect(endpointPath('player', '/other')).toBe('/other');
});

test('version and key of a log request are escaped [N4, N5]', () => {
  expect(logPath('log_event', 'v/1', 'a&b')).toBe('/youtubei/v%2F1/log_event?alt=json&key=a%26b');
  expect(logPath('video_stats', 'v1', 'key')).toBe('/youtubei/v1/video_stats?alt=json&key=key');
});

test('the path of a repeated request has the number of earlier attempts [N4, N5]', () => {
  expect(withRetryCount('/log?a=b', 0)).toBe('/log?a=b');
  expect(withRetryCount('/log?a=b', 2)).toBe('/log?a=b&retry=2');
  expect(withRetryCount('/log', 1)).toBe('/log?retry=1');
});

test('each call has its path of the contract [N3, N6, N7, N8, N9, N10, N11, N23]', () => {
  expect(Object.fromEntries(Object.entries(ENDPOINTS).map(([key, { path }]) => [key, path]))).toEqual({
    player: 'player',
    heartbeat: 'player/heartbeat',
    privacy: 'privacy',
    subscribe: 'subscription/subscribe',
    unsubscribe: 'subscription/unsubscribe',
    sharePanel: 'share/get_share_panel',
    webPlayerSharePanel: 'share/get_web_player_share_panel',
    feedback: 'feedback',
    channelPreference: 'notification/modify_channel_preference',
    editPlaylist: 'browse/edit_playlist',
  });
});

test('only calls that store something are changing calls, which need proof of intent [N2, B8]', () => {
  expect([...CHANGING_ENDPOINTS].toSorted()).toEqual([
    'channelPreference',
    'editPlaylist',
    'feedback',
    'subscribe',
    'unsubscribe',
  ]);
});
