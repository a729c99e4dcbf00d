import { expect, test } from 'vitest';
import { HOST_QUEUE_MAX_BYTES } from '../../../../protocol/constants.ts';
import { HOST_COMMAND_NAMES } from '../../../../src/page/host-messages/host-messages.ts';
import { messageBytes } from '../../../../src/page/host-messages/host-queue.ts';
import { FRAME_PERMISSIONS } from '../../../../protocol/host/frame-permissions.ts';
import { FRAME_EVENTS, HOST_CHANNEL, HOST_READS, PLAYER_EVENTS } from '../../../../protocol/host/host-vocabulary.ts';
import { hasNotPlayed, PLAYER_STATE } from '../../../../protocol/host/player-state.ts';

test('hasNotPlayed is true only for the states unstarted and cued', () => {
  const states = Object.entries(PLAYER_STATE).filter(([, state]) => hasNotPlayed(state));
  expect(states.map(([name]) => name)).toEqual(['unstarted', 'cued']);
  expect(hasNotPlayed(undefined)).toBe(false);
});

test('states, events and messages for hosts have the values and names that host pages use', () => {
  expect(PLAYER_STATE).toEqual({ unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 });
  expect(HOST_CHANNEL).toBe('widget');
  for (const [name, word] of Object.entries(FRAME_EVENTS)) expect(word).toBe(name);
  expect(Object.keys(FRAME_EVENTS)).toEqual([
    'initialDelivery',
    'infoDelivery',
    'apiInfoDelivery',
    'readyToListen',
    'alreadyInitialized',
    'commandResult',
    'unloading',
  ]);
  expect([...PLAYER_EVENTS].toSorted()).toEqual([
    'onApiChange',
    'onAutoplayBlocked',
    'onError',
    'onFullscreenChange',
    'onFullscreenExitRequest',
    'onPictureInPictureChange',
    'onPlaybackQualityChange',
    'onPlaybackRateChange',
    'onReady',
    'onRemotePlaybackChange',
    'onSeeked',
    'onSeeking',
    'onStateChange',
    'onVideoProgress',
    'onVolumeChange',
  ]);
});

test('no getter is a command, and each getter begins with get or is [H4]', () => {
  for (const name of HOST_READS) expect(HOST_COMMAND_NAMES).not.toContain(name);
  for (const name of HOST_READS) expect(name).toMatch(/^(get|is)[A-Z]/);
  expect(HOST_READS).toHaveLength(27);
});

test('a frame delegates exactly the permissions that features of the player need', () => {
  expect(FRAME_PERMISSIONS.split('; ').toSorted()).toEqual([
    'accelerometer',
    'autoplay',
    'clipboard-write',
    'encrypted-media',
    'gyroscope',
    'picture-in-picture',
  ]);
});

test('a queued message counts 512 bytes and two bytes a character, so that over a thousand ordinary messages fit [P7]', () => {
  expect([messageBytes(''), messageBytes('abc')]).toEqual([512, 518]);
  expect(HOST_QUEUE_MAX_BYTES / messageBytes('x'.repeat(500))).toBeGreaterThan(1_000);
});
