import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { EndWatch } from '../../../../../src/page/interface/end-screen/end-watch.ts';
import { makePlaylist } from '../../../../../src/page/player/videos/playlist.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

/** A video of 60 s that plays from `seconds`. */
function subject(seconds: number, patch: Partial<PlayerSnapshot> = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer({
    durationSeconds: 60,
    state: PLAYER_STATE.playing,
    position: { seconds, atMs: clock.monotonicNow(), rate: 1 },
    ...patch,
  });
  const watch = new EndWatch({
    player,
    clock,
    reportError(error) {
      throw error;
    },
  });
  const stop = watch.subscribe(() => undefined);
  return { clock, player, watch, stop };
}

test('the end is near in the last ten seconds, and over once the video has ended', async () => {
  const { clock, player, watch } = subject(40);
  await clock.advance(9_900);
  expect(watch.get()).toBe('away');
  await clock.advance(150);
  expect(watch.get()).toBe('near');
  player.goTo(PLAYER_STATE.ended, { position: { seconds: 60, atMs: clock.monotonicNow(), rate: 0 } });
  expect(watch.get()).toBe('over');
});

test('at double speed the end is near after half the time', async () => {
  const { clock, player, watch } = subject(40);
  player.set({ position: { seconds: 40, atMs: clock.monotonicNow(), rate: 2 } });
  await clock.advance(4_900);
  expect(watch.get()).toBe('away');
  await clock.advance(150);
  expect(watch.get()).toBe('near');
});

test('the end is near in the last seconds of a clip, not of its whole video', () => {
  expect(subject(25, { video: { ...VIDEO, endSeconds: 30 } }).watch.get()).toBe('near');
});

test('the end is away again after a replay or a seek back', () => {
  const { clock, player, watch } = subject(60, { state: PLAYER_STATE.ended });
  expect(watch.get()).toBe('over');
  player.goTo(PLAYER_STATE.buffering, { position: { seconds: 5, atMs: clock.monotonicNow(), rate: 0 } });
  expect(watch.get()).toBe('away');
});

const LIST = makePlaylist(['orieldemo01', 'orielmp4001'], 0, null);

test.each([
  ['loops', { loop: true }],
  ['is followed by the next of its list', { playlist: LIST }],
  ['is live', { video: { ...VIDEO, isLive: true } }],
  ['has failed', { error: { code: 'net.connect', title: '', advice: '', retryable: true } }],
  ['is cued', { state: PLAYER_STATE.cued }],
  ['has no known length', { durationSeconds: 0 }],
] as const)('the end is never reported as near for a video that %s', async (_, patch) => {
  const { clock, watch } = subject(55, patch);
  expect(watch.get()).toBe('away');
  await clock.advance(60_000);
  expect(watch.get()).toBe('away');
});

test('without subscribers the end watch has no timer and no listener', async () => {
  const { clock, player, watch, stop } = subject(40);
  stop();
  expect(player.subscriberCount()).toBe(0);
  await clock.advance(20_000);
  expect(watch.get()).toBe('away');
});
