import { expect, test } from 'vitest';
import {
  argumentList,
  HOST_COMMANDS,
  HostMessage,
  type HostCommandName,
} from '../../../../protocol/host/host-messages.ts';

const read = (name: HostCommandName, args: unknown) => HOST_COMMANDS[name].safeParse(argumentList(args));

test.each<[HostCommandName, unknown, unknown]>([
  ['seekTo', [7], [7]],
  ['seekTo', [7, true], [7, true]],
  ['seekTo', ['7.5', 0], [7.5, false]],
  ['setVolume', undefined, [0]],
  ['setVolume', [40.5], [40.5]],
  ['setVolume', 250, [100]],
  ['playVideo', '', []],
  ['playVideo', ['surplus'], []],
  ['cueVideoById', ['orieldemo01', 3], { videoId: 'orieldemo01', startSeconds: 3 }],
  [
    'loadVideoById',
    [{ videoId: 'orieldemo01', startSeconds: undefined, endSeconds: null, junk: 1 }],
    { videoId: 'orieldemo01' },
  ],
  ['loadVideoByUrl', ['/v/orieldemo01'], { mediaContentUrl: '/v/orieldemo01' }],
  ['loadPlaylist', ['PLabc'], { playlist: 'PLabc' }],
  ['cuePlaylist', [['a', 'b'], 1, 2], { playlist: ['a', 'b'], index: 1, startSeconds: 2 }],
  [
    'loadPlaylist',
    [{ list: 'PLabc', listType: 'playlist', index: '2' }],
    { list: 'PLabc', listType: 'playlist', index: 2 },
  ],
  ['setOption', ['captions', 'track', {}], ['captions', 'track', {}]],
])('%s accepts %j as clients send it [H4]', (name, args, expected) => {
  expect(read(name, args)).toMatchObject({ success: true, data: expected });
});

test.each<[HostCommandName, unknown]>([
  ['seekTo', []],
  ['seekTo', ['soon']],
  ['seekTo', [Number.NaN]],
  ['setVolume', ['loud']],
  ['setPlaybackRate', [0]],
  ['setPlaybackRate', [99]],
  ['loadVideoById', []],
  ['loadVideoById', [7]],
  ['loadVideoById', [{ startSeconds: -1, videoId: 'orieldemo01' }]],
  ['cuePlaylist', [{ list: 7 }]],
  ['setSphericalProperties', [{ yaw: 'left' }]],
])('%s refuses %j [H4]', (name, args) => {
  expect(read(name, args).success).toBe(false);
});

test('a host message is a greeting or a command; anything else is refused [H2]', () => {
  expect(HostMessage.safeParse({ event: 'listening' }).success).toBe(true);
  expect(HostMessage.safeParse({ event: 'command', func: 'playVideo', id: 1, channel: 'widget' }).success).toBe(true);
  expect(HostMessage.safeParse({ event: 'command' }).success).toBe(false);
  expect(HostMessage.safeParse({ event: 'eval', func: 'x' }).success).toBe(false);
  expect(HostMessage.safeParse(null).success).toBe(false);
});
