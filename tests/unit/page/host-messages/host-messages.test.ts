import { expect, test } from 'vitest';
import {
  argumentList,
  HOST_COMMANDS,
  HostMessage,
  type HostCommandName,
} from '../../../../src/page/host-messages/host-messages.ts';

const read = (name: HostCommandName, args: unknown) => HOST_COMMANDS[name].safeParse(argumentList(args));

// Arguments as Plyr, react-player, vidstack and pages that never greet send them.
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
  [
    'loadVideoById',
    [{ videoId: 'orieldemo01', startSeconds: '3', endSeconds: '4.5' }],
    { startSeconds: 3, endSeconds: 4.5 },
  ],
  ['loadVideoById', [{ videoId: '7', suggestedQuality: '' }], { videoId: '7' }],
  ['loadVideoById', ['orieldemo01', ' 3 ', null], { videoId: 'orieldemo01', startSeconds: 3 }],
  ['playVideoAt', ['2'], [2]],
  ['seekTo', [-1.5, 'true'], [-1.5, true]],
  ['seekTo', ['-1', 'false'], [-1, false]],
  ['seekTo', [7, null], [7, null]],
  ['setLoop', ['1'], [true]],
  ['setLoop', [1], [true]],
  ['setLoop', [2], [false]],
  ['setShuffle', ['0'], [false]],
  ['setPictureInPicture', true, [true]],
  ['setRemotePlayback', '1', [true]],
  ['setHostFullscreen', [false], [false]],
  ['setPlaybackRate', 1.5, [1.5]],
  ['setPlaybackQuality', ['hd720'], ['hd720']],
  ['setPlaybackQualityRange', ['hd720', null], ['hd720', null]],
  ['setSize', [640, 360], [640, 360]],
  ['loadModule', 'captions', ['captions']],
  ['addEventListener', 'onStateChange', ['onStateChange']],
  ['setVolume', [-5], [0]],
])('%s accepts %j as clients send it [H4]', (name, args, expected) => {
  expect(read(name, args)).toMatchObject({ success: true, data: expected });
});

test.each<[HostCommandName, unknown]>([
  ['seekTo', []],
  ['seekTo', ['soon']],
  ['seekTo', [Number.NaN]],
  ['setVolume', ['loud']],
  ['seekTo', ['7s']],
  ['seekTo', ['s7']],
  ['seekTo', [7, 'yes']],
  ['playVideoAt', []],
  ['setLoop', ['yes']],
  ['setShuffle', []],
  ['setPictureInPicture', []],
  ['setHostFullscreen', ['yes']],
  ['setPlaybackQuality', [720]],
  ['setPlaybackQualityRange', []],
  ['setPlaybackQualityRange', ['hd720', 7]],
  ['setOption', ['captions']],
  ['setOption', ['x'.repeat(65), 'track']],
  ['loadModule', []],
  ['unloadModule', [7]],
  ['addEventListener', ['x'.repeat(65)]],
  ['removeEventListener', []],
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

test.each([
  [undefined, []],
  [null, []],
  ['', []],
  [0, [0]],
  [
    ['a', 1],
    ['a', 1],
  ],
])('the arguments %j are read as the list %j', (args, list) => {
  expect(argumentList(args)).toEqual(list);
});

test('a message may contain the id, the channel and the session of its sender, and other fields are removed', () => {
  const sender = { id: 3, channel: 'widget', sessionId: 's' };
  expect(HostMessage.parse({ event: 'listening', ...sender, junk: 1 })).toEqual({ event: 'listening', ...sender });
  expect(HostMessage.safeParse({ event: 'listening', channel: 7 }).success).toBe(false);
  expect(HostMessage.safeParse({ event: 'command', func: 'mute', id: {} }).success).toBe(false);
});
