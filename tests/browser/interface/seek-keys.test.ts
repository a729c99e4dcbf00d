import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find, nextFrame } from './support/elements.ts';
import { HUNDRED, previewTexts, showBar, shownTime, slider, thumbPercent, WINDOW } from './support/seek-parts.ts';
import type { ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** With keyboard focus on the bar. */
async function focusBar(...given: Parameters<typeof showBar>): Promise<ShownPlayer> {
  const shown = await showBar(...given);
  slider().focus();
  return shown;
}

test.each([
  ['{ArrowLeft}', 45],
  ['{ArrowDown}', 45],
  ['{ArrowRight}', 55],
  ['{ArrowUp}', 55],
  ['{PageDown}', 40],
  ['{PageUp}', 60],
  ['{Home}', 0],
  ['{End}', 100],
])('with the focus on the bar %s at 0:50 seeks to %i s', async (key, seconds) => {
  const { commands } = await focusBar({ ...HUNDRED, position: { seconds: 50, atMs: 0, rate: 0 } });
  await userEvent.keyboard(key);
  expect(commands('seekTo')).toEqual([[seconds, true]]);
  await until(() => Number(slider().value)).toBe(seconds);
  await nextFrame();
  expect(thumbPercent()).toBeCloseTo(seconds, 0);
});

test.each([
  ['{ArrowLeft}', 3, 0],
  ['{ArrowRight}', 98, 100],
  ['{PageUp}', 98, 100],
])('%s never leaves the video: from %i s it goes to %i s', async (key, from, to) => {
  const { commands } = await focusBar({ ...HUNDRED, position: { seconds: from, atMs: 0, rate: 0 } });
  await userEvent.keyboard(key);
  expect(commands('seekTo')).toEqual([[to, true]]);
});

test('an arrow key seeks from the exact playback position, not from a whole second', async () => {
  const { clock, commands, player } = await focusBar();
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 30, atMs: clock.monotonicNow(), rate: 1 } });
  await clock.advance(2_400);
  await userEvent.keyboard('{ArrowRight}');
  expect(commands('seekTo')).toEqual([[expect.closeTo(37.4, 5), true]]);
});

test('each repeat of a held arrow key seeks from the target of the repeat before', async () => {
  const { commands } = await focusBar();
  await userEvent.keyboard('{ArrowRight>3/}');
  expect(commands('seekTo')).toEqual([
    [15, true],
    [20, true],
    [25, true],
  ]);
});

test('after a seek by key the preview shows the target’s picture, chapter and time until the focus leaves the bar', async () => {
  await focusBar();
  expect(all('.seek-preview')).toEqual([]);
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}');
  await until(previewTexts).toEqual(['Sea', '0:40']);
  expect([drawn('.seek-picture').length, shownTime()]).toEqual([1, '0:40']);
  await userEvent.tab();
  await until(() => all('.seek-preview').length).toBe(0);
});

test('the preview of a key goes with the controls, and does not come back with them', async () => {
  const { clock, player, root } = await focusBar();
  player.goTo(PLAYER_STATE.playing);
  await userEvent.keyboard('{ArrowRight}');
  await until(previewTexts).toEqual(['Sand', '0:15']);
  await clock.advance(10_000);
  await until(() => root.hasAttribute('data-idle')).toBe(true);
  await userEvent.keyboard('{Shift}');
  await userEvent.keyboard('m');
  await until(() => root.hasAttribute('data-idle')).toBe(false);
  expect(all('.seek-preview')).toEqual([]);
});

test('the preview of a key does not lie over the end screen', async () => {
  const { player } = await focusBar();
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 99, atMs: 0, rate: 0 } });
  await userEvent.keyboard('{ArrowRight}');
  await until(() => all('.seek-preview').length).toBe(1);
  player.goTo(PLAYER_STATE.ended, { position: { seconds: 100, atMs: 0, rate: 0 } });
  await until(() => all('.seek-preview').length).toBe(0);
});

test('a key announces its place once, by the slider, and the preview follows the clock silently', async () => {
  const { clock, player } = await focusBar({ ...HUNDRED, durationSeconds: 28.2, seekable: [0, 28.2] });
  // The real player stays a moment before the end.
  player.response = () => {
    player.set({ position: { seconds: 27.9, atMs: 0, rate: 0 } });
    return succeed(undefined);
  };
  await userEvent.keyboard('{End}');
  await until(previewTexts).toEqual(['Sand', '0:27']);
  expect([slider().getAttribute('aria-valuetext'), shownTime()]).toEqual(['27 seconds of 28 seconds, Sand', '0:27']);
  expect(all('.seek-preview:is(output, [role], [aria-live]), :is(output, [role="status"]) .seek-preview')).toEqual([]);
  expect(find('.seek-preview').ariaHidden).toBe('true');
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 20, atMs: clock.monotonicNow(), rate: 1 } });
  await clock.advance(2_100);
  await until(previewTexts).toEqual(['Sand', '0:22']);
});

test('the bar with keyboard focus has a ring around it', async () => {
  const { root } = await showBar();
  const [play] = root.querySelectorAll<HTMLElement>('.bar-play');
  play?.focus();
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(slider());
  expect(getComputedStyle(slider().parentElement ?? document.body).outlineStyle).toBe('solid');
});

test('a screen reader gets the place, the length and the chapter', async () => {
  await focusBar();
  expect(slider().ariaLabel).toBe('Seek');
  await until(() => slider().getAttribute('aria-valuetext')).toBe('10 seconds of 1 minute 40 seconds, Sand');
  await userEvent.keyboard('{End}{ArrowLeft}');
  await until(() => slider().getAttribute('aria-valuetext')).toBe('1 minute 35 seconds of 1 minute 40 seconds, Snow');
});

test('on a live stream Home goes to the oldest safe place, and End to the head', async () => {
  const { commands } = await focusBar(WINDOW);
  await userEvent.keyboard('{Home}{End}');
  expect(commands('seekTo')).toEqual([
    [1_008, true],
    [1_128, true],
  ]);
});
