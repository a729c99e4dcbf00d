import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn, nextFrame } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import {
  onBar,
  playedPercent,
  previewTexts,
  progressAnimations,
  showBar,
  slider,
  thumbPercent,
  WINDOW,
} from './support/seek-parts.ts';
import { until } from './support/until.ts';

/** The bar spans 120 s: the oldest 8 s of the window are about to leave it. */
const percentOf = (seconds: number): number => ((seconds - 1_008) / 120) * 100;

test('the bar of a live stream is its window, with playback at its place in it', async () => {
  await showBar(WINDOW);
  expect([slider().min, slider().max]).toEqual(['1008', '1128']);
  expect(thumbPercent()).toBeCloseTo(percentOf(1_098), 1);
  expect(playedPercent()).toBeCloseTo(percentOf(1_098), 1);
});

test('the playback position keeps its place on the bar while the window moves along with it', async () => {
  const { clock, player } = await showBar(WINDOW);
  const before = thumbPercent();
  for (let second = 1; second <= 3; second += 1) {
    await clock.advance(1_000);
    player.set({
      seekable: [1_000 + second, 1_128 + second],
      position: { seconds: 1_098 + second, atMs: clock.monotonicNow(), rate: 1 },
    });
    expect(thumbPercent()).toBeCloseTo(before, 5);
  }
  expect(progressAnimations()).toEqual([]);
});

test('a viewer who pauses falls back on the bar as the window moves on', async () => {
  const { player } = await showBar(WINDOW);
  player.goTo(PLAYER_STATE.paused, { position: { seconds: 1_098, atMs: 0, rate: 0 } });
  const before = thumbPercent();
  player.set({ seekable: [1_030, 1_158] });
  expect(thumbPercent()).toBeCloseTo(before - 25, 1);
});

test.each([
  [0.504, '−0:59'],
  [0.754, '−0:29'],
  [0.998, 'Live'],
])('a mouse at %f of the window shows how far behind live that place is: %s', async (fraction, text) => {
  await showBar(WINDOW, { size: [1280, 720] });
  await mouse.moveTo(onBar(fraction));
  await until(previewTexts).toEqual([text]);
});

test('a press on the bar goes to that place in the window', async () => {
  const { commands } = await showBar(WINDOW, { size: [1280, 720] });
  await mouse.click(onBar(0.5));
  expect(commands('seekTo')).toEqual([[expect.closeTo(1_068, 0), true]]);
});

test.each([
  [true, 'Live'],
  [false, '30 seconds behind live'],
])('the value text of a live seek bar (at the head: %s) is “%s”', async (isAtLiveHead, words) => {
  await showBar({ ...WINDOW, isAtLiveHead });
  await until(() => slider().getAttribute('aria-valuetext')).toBe(words);
});

test('the seek bar of a live stream without a window is disabled, and a click on it does not seek', async () => {
  const { commands, root } = await showBar({ ...WINDOW, video: { ...VIDEO, isLive: true, allowLiveDvr: false } });
  expect(slider().disabled).toBe(true);
  await mouse.click(onBar(0.3));
  await nextFrame();
  expect([commands('seekTo'), drawn('.seek-preview'), root.dataset['attention']]).toEqual([[], [], 'pointing']);
});

test('a focused bar announces that it is behind at once, although the stream reports it a moment later', async () => {
  const { player } = await showBar({ ...WINDOW, isAtLiveHead: true });
  slider().focus();
  const said = (): string | null => slider().getAttribute('aria-valuetext');
  await until(said).toBe('Live');
  player.set({ position: { seconds: 1_120, atMs: 0, rate: 0 } });
  await nextFrame();
  player.set({ isAtLiveHead: false });
  await until(said).toBe('8 seconds behind live');
});
