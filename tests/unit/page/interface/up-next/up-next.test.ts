import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { makePlaylist } from '../../../../../src/page/player/videos/playlist.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { SectionLoop } from '../../../../../src/page/interface/seek/section-loop.ts';
import { UpNext } from '../../../../../src/page/interface/up-next/up-next.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

const LIST = ['orieldemo01', 'orielmp4001', 'orielsphere'];
const fail = (error: unknown): void => {
  throw error;
};

/** A list whose first video, of 60 s, plays from `seconds`. */
function subject(seconds: number, patch: Partial<PlayerSnapshot> = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer({
    playlist: makePlaylist(LIST, 0, null),
    durationSeconds: 60,
    state: PLAYER_STATE.playing,
    position: { seconds, atMs: clock.monotonicNow(), rate: 1 },
    ...patch,
  });
  const section = new SectionLoop(player, clock, fail);
  const upNext = new UpNext({ player, clock, reportError: fail, control: player, section });
  const stop = upNext.subscribe(() => undefined);
  return { clock, player, section, upNext, stop };
}

test('the next video is announced in the last seconds, and counted down', async () => {
  const { clock, upNext } = subject(40);
  await clock.advance(13_900);
  expect(upNext.get().index).toBeNull();
  await clock.advance(150);
  expect(upNext.get()).toEqual({ index: 1, seconds: 6 });
  await clock.advance(1_000);
  expect(upNext.get().seconds).toBe(5);
  await clock.advance(4_000);
  expect(upNext.get().seconds).toBe(1);
});

test('at double speed the next video is announced later in the video, as long before the end', async () => {
  const { clock, upNext, player } = subject(50);
  player.set({ position: { seconds: 50, atMs: clock.monotonicNow(), rate: 2 } });
  expect(upNext.get().index).toBeNull();
  await clock.advance(2_050);
  expect(upNext.get()).toEqual({ index: 1, seconds: 3 });
});

test('seeking back hides the announcement of the next video, and a pause stops its countdown', async () => {
  const { clock, upNext, player } = subject(56);
  expect(upNext.get()).toEqual({ index: 1, seconds: 4 });
  player.goTo(PLAYER_STATE.paused, { position: { seconds: 57, atMs: clock.monotonicNow(), rate: 0 } });
  await clock.advance(10_000);
  expect(upNext.get()).toEqual({ index: 1, seconds: 3 });
  player.set({ position: { seconds: 10, atMs: clock.monotonicNow(), rate: 0 } });
  expect(upNext.get().index).toBeNull();
});

test('a press plays the next video at once; a cancelled announcement stays hidden until the next video', () => {
  const { clock, upNext, player } = subject(56);
  upNext.playNow();
  expect(player.executed).toEqual([{ command: { name: 'playVideoAt', arguments: [1] }, by: 'viewer' }]);
  upNext.cancel();
  expect(player.controlled).toEqual([['holdAtEnd']]);
  expect(upNext.get().index).toBeNull();
  player.set({ position: { seconds: 57, atMs: clock.monotonicNow(), rate: 1 } });
  expect(upNext.get().index).toBeNull();
  player.set({ video: { ...VIDEO, videoId: 'orielmp4001' }, playlist: makePlaylist(LIST, 1, null) });
  expect(upNext.get().index).toBe(2);
});

test.each([
  ['the last of a list', { playlist: makePlaylist(LIST, 2, null) }],
  ['a list of one', { playlist: makePlaylist(['orieldemo01'], 0, null) }],
  ['a video without a list', { playlist: null }],
  ['live video', { video: { ...VIDEO, isLive: true } }],
  ['a video that waits to be played', { state: PLAYER_STATE.cued }],
  ['a clip of a few seconds', { video: { ...VIDEO, startSeconds: 52 } }],
])('no next video is announced after %s', (_, patch) => {
  expect(subject(57, patch).upNext.get().index).toBeNull();
});

test('no next video is announced while a section repeats, because playback does not reach the end', () => {
  const { section, upNext } = subject(57);
  section.start(55);
  expect(upNext.get().index).toBe(1);
  section.end(59);
  expect(upNext.get().index).toBeNull();
  section.clear();
  expect(upNext.get()).toEqual({ index: 1, seconds: 3 });
});

test('without subscribers the announcement has no subscription and does not change', async () => {
  const { clock, player, upNext, stop } = subject(40);
  // The subscription of the section loop.
  const others = 1;
  expect(player.subscriberCount()).toBe(others + 1);
  stop();
  expect(player.subscriberCount()).toBe(others);
  await clock.advance(20_000);
  expect(upNext.get().index).toBeNull();
});
