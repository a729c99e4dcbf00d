import { expect, test } from 'vitest';
import type { HostCommand } from '../../../../../src/page/host-messages/host-messages.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { isSilent } from '../../../../../src/page/interface/unmute/is-silent.ts';
import { SoundOffer, WORDS_SHOWN_MS } from '../../../../../src/page/interface/unmute/sound-offer.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

const { cued, playing, paused, buffering, ended } = PLAYER_STATE;
const MUTE: HostCommand = { name: 'mute', arguments: [] };
const UNMUTE: HostCommand = { name: 'unMute', arguments: [] };
const LOUDER: HostCommand = { name: 'setVolume', arguments: [40] };

function open(patch: Partial<PlayerSnapshot> = {}, { offersAfterMutedStart = true, hasSound = true } = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer({ muted: true, state: cued, ...patch });
  const sound = { isThere: hasSound };
  const offer = new SoundOffer({
    player,
    control: player,
    clock,
    offersAfterMutedStart,
    isSilent: () => !sound.isThere,
    reportError(error) {
      throw error;
    },
  });
  return { clock, player, sound, isOffered: () => offer.get().isOffered, offer };
}

test('sound is offered from the first frame of a muted start, until the video ends or fails', () => {
  const { player, isOffered } = open();
  expect(isOffered()).toBe(false);
  player.goTo(buffering);
  expect(isOffered()).toBe(false);
  for (const state of [playing, buffering, playing, paused]) {
    player.goTo(state);
    expect(isOffered()).toBe(true);
  }
  player.goTo(ended);
  expect(isOffered()).toBe(false);
  player.goTo(playing);
  expect(isOffered()).toBe(true);
  player.set({ error: { code: 'net.connect', title: '', advice: '', retryable: true } });
  expect(isOffered()).toBe(false);
});

test.each([
  ['unmutes', UNMUTE, { muted: false }],
  ['changes the volume', LOUDER, { volume: 40 }],
  ['mutes the muted video', MUTE, {}],
] as const)('once the viewer %s, sound is not offered again, whatever the host does', (_what, command, patch) => {
  const { player, isOffered } = open({ state: playing });
  player.set(patch);
  player.ran(command, 'viewer');
  expect(isOffered()).toBe(false);
  player.ran(LOUDER, 'host');
  player.ran(MUTE, 'host');
  player.set({ muted: true, video: { ...VIDEO, videoId: 'orielmp4001' } });
  player.goTo(buffering);
  player.goTo(playing);
  expect(isOffered()).toBe(false);
});

test('sound is offered if the host mutes before the start, and not if the host mutes after the video was audible', () => {
  const { player, isOffered } = open({ muted: false });
  player.set({ muted: true });
  player.ran(MUTE, 'host');
  player.goTo(playing);
  expect(isOffered()).toBe(true);
  player.set({ muted: false });
  player.ran(UNMUTE, 'host');
  player.set({ muted: true });
  player.ran(MUTE, 'host');
  expect(isOffered()).toBe(false);
});

test('a page without controls offers sound only if the browser has blocked it [P6]', () => {
  const { player, isOffered } = open({ state: playing }, { offersAfterMutedStart: false });
  expect(isOffered()).toBe(false);
  player.set({ autoplayBlocked: true });
  expect(isOffered()).toBe(true);
});

test('the sound offer becomes familiar five seconds after it appears, and stays familiar', async () => {
  const { player, clock, offer } = open({ state: playing });
  await clock.advance(WORDS_SHOWN_MS - 1);
  expect(offer.get()).toEqual({ isOffered: true, isFamiliar: false });
  await clock.advance(1);
  expect(offer.get()).toEqual({ isOffered: true, isFamiliar: true });
  player.goTo(ended);
  player.goTo(playing);
  expect(offer.get()).toEqual({ isOffered: true, isFamiliar: true });
});

test.each([
  ['Firefox', { mozHasAudio: false }, true],
  ['Firefox', { mozHasAudio: true }, false],
  ['Safari', { audioTracks: { length: 0 } }, true],
  ['Safari', { audioTracks: { length: 1 } }, false],
  ['Chromium', { webkitAudioDecodedByteCount: 0, webkitVideoDecodedByteCount: 5_000 }, true],
  ['Chromium', { webkitAudioDecodedByteCount: 2_000, webkitVideoDecodedByteCount: 5_000 }, false],
  ['Chromium before its first picture', { webkitAudioDecodedByteCount: 0, webkitVideoDecodedByteCount: 0 }, false],
  ['a browser without such properties', {}, false],
])('in %s an element with %j is silent: %s', (_browser, element, expected) => {
  expect(isSilent(element as HTMLVideoElement)).toBe(expected);
});
