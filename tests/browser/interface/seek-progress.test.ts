import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { boxOf, find, nextFrame } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED, onBar, playedPercent, progressAnimations, showBar, thumbPercent } from './support/seek-parts.ts';

const bufferedPercent = (): number => (boxOf('.seek-buffered').width / boxOf('.seek').width) * 100;

/** Positions of the played part and the thumb after an elapsed time, read from paused animations. */
function percentsAfter(elapsedMs: number): readonly [played: number, thumb: number] {
  for (const animation of progressAnimations()) {
    animation.pause();
    animation.currentTime = elapsedMs;
  }
  return [playedPercent(), thumbPercent()];
}

const isSame = (some: readonly Animation[], others: readonly Animation[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

const near = (percent: number) => [expect.closeTo(percent, 1), expect.closeTo(percent, 1)];

const playingAt = (seconds: number, rate = 1): Partial<PlayerSnapshot> => ({
  ...HUNDRED,
  state: PLAYER_STATE.playing,
  position: { seconds, atMs: 0, rate },
});

test.each([
  [1, 30],
  [2, 40],
  [0.5, 25],
])('at a speed of %f played part and thumb are at %i %% ten seconds after 0:20', async (rate, percent) => {
  await showBar(playingAt(20, rate));
  expect(percentsAfter(0)).toEqual(near(20));
  expect(percentsAfter(10_000)).toEqual(near(percent));
});

test('a seek and another speed move the bar on from the new place', async () => {
  const { player } = await showBar(playingAt(20));
  player.set({ position: { seconds: 60, atMs: 0, rate: 1 } });
  expect(percentsAfter(10_000)).toEqual(near(70));
  player.set({ position: { seconds: 70, atMs: 0, rate: 2 } });
  expect(percentsAfter(10_000)).toEqual(near(90));
});

test('the loaded part is drawn up to the end of the buffered range at the playback position, not beyond a gap', async () => {
  const { player } = await showBar({
    ...HUNDRED,
    bufferedRanges: [
      [0, 35],
      [60, 90],
    ],
  });
  expect(bufferedPercent()).toBeCloseTo(35, 1);
  player.set({ position: { seconds: 65, atMs: 0, rate: 0 } });
  expect(bufferedPercent()).toBeCloseTo(90, 1);
});

test('while the video plays, the loaded part is drawn with the time, once a second', async () => {
  const { clock, player } = await showBar({ ...playingAt(20), bufferedRanges: [[0, 35]] });
  expect(bufferedPercent()).toBeCloseTo(35, 1);
  await clock.advance(200);
  player.set({ bufferedRanges: [[0, 50]] });
  expect(bufferedPercent()).toBeCloseTo(35, 1);
  await clock.advance(900);
  expect(bufferedPercent()).toBeCloseTo(50, 1);
});

test('hidden controls draw no progress, and show the right place as soon as they are back', async () => {
  const { clock, player, root } = await showBar(playingAt(10));
  await clock.advance(3_000);
  expect(root.hasAttribute('data-idle')).toBe(true);
  const before = progressAnimations();
  expect(before.map(({ playState }) => playState)).toEqual(['paused', 'paused']);
  player.set({ position: { seconds: 50, atMs: clock.monotonicNow(), rate: 1 } });
  await nextFrame();
  expect(isSame(progressAnimations(), before)).toBe(true);
  await clock.advance(20_000);
  await mouse.moveTo([320, 100]);
  expect(percentsAfter(0)).toEqual(near(70));
});

test('the thumb comes up under a mouse, and grows while it is held', async () => {
  await showBar();
  const scale = (): string => getComputedStyle(find('.seek-thumb'), '::before').scale;
  await expect.poll(scale).toBe('0');
  await mouse.moveTo(onBar(0.5));
  await expect.poll(scale).toBe('1');
  await mouse.press(onBar(0.5));
  await expect.poll(scale).toBe('1.35');
  await mouse.release();
  await expect.poll(scale).toBe('1');
});
