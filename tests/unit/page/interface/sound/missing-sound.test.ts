import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { MissingSound } from '../../../../../src/page/interface/sound/missing-sound.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

function watch(isSilent: () => boolean) {
  const player = createFakePlayer({ video: VIDEO, state: PLAYER_STATE.cued });
  const fail = (error: unknown): void => {
    throw error;
  };
  return { player, sound: new MissingSound({ player, isSilent, reportError: fail }) };
}

test('missing sound is reported once the video plays, and the next video is checked anew', () => {
  let isSilent = true;
  const { player, sound } = watch(() => isSilent);
  expect(sound.get().isMissing).toBe(false);
  player.goTo(PLAYER_STATE.playing);
  expect(sound.get().isMissing).toBe(true);
  player.goTo(PLAYER_STATE.paused);
  expect(sound.get().isMissing).toBe(true);
  isSilent = false;
  player.goTo(PLAYER_STATE.buffering, { video: { ...VIDEO, videoId: 'other' } });
  expect(sound.get().isMissing).toBe(false);
  player.goTo(PLAYER_STATE.playing);
  expect(sound.get().isMissing).toBe(false);
});

test('missing sound is not reported while the video plays on a receiver', () => {
  const { player, sound } = watch(() => true);
  player.goTo(PLAYER_STATE.playing, { remotePlayback: true });
  expect(sound.get().isMissing).toBe(false);
});
