import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, nextFrame } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { onBar, previewTexts, showBar, shownTime, slider, thumbPercent } from './support/seek-parts.ts';
import { until } from './support/until.ts';

const MINUTE_MS = 60_000;
/** Tolerance for positions, because browsers round the mouse to whole pixels. */
const NEAR = 0;

test('a press on the bar shows the pressed place at once, and seeks there when it is released', async () => {
  const { commands } = await showBar();
  await mouse.press(onBar(0.6));
  await nextFrame();
  expect([shownTime(), ...previewTexts()]).toEqual(['1:00', 'Sea', '1:00']);
  expect(thumbPercent()).toBeCloseTo(60, NEAR);
  expect(commands('seekTo')).toEqual([]);
  await mouse.release();
  expect(commands('seekTo')).toEqual([[expect.closeTo(60, NEAR), true]]);
});

test('thumb, clock and preview show the same second in every frame of a drag', async () => {
  await showBar();
  const frames: string[][] = [];
  let isHeld = true;
  const note = (): void => {
    if (!isHeld) return;
    frames.push([String(Math.floor(thumbPercent())), shownTime(), previewTexts().at(-1) ?? '']);
    requestAnimationFrame(note);
  };
  await mouse.press(onBar(0.2));
  requestAnimationFrame(note);
  for (let percent = 20; percent <= 50; percent += 3) await mouse.moveTo(onBar(percent / 100 + 0.005));
  isHeld = false;
  const times = frames.map(([percent]) => `0:${percent?.padStart(2, '0')}`);
  expect(frames.map(([, time]) => time)).toEqual(times);
  expect(frames.map(([, , preview]) => preview)).toEqual(times);
  expect(new Set(times).size).toBeGreaterThan(5);
});

test('a drag past either end of the bar stops at the end', async () => {
  const { commands } = await showBar();
  await mouse.press(onBar(0.5));
  await mouse.moveTo(onBar(1.2));
  await until(() => [shownTime(), slider().value]).toEqual(['1:40', '100']);
  await mouse.moveTo(onBar(-0.2));
  await until(() => [shownTime(), slider().value]).toEqual(['0:00', '0']);
  await mouse.release();
  expect(commands('seekTo')).toEqual([[0, true]]);
});

test('Escape calls a drag off: nothing is sought, also not when the button is released later', async () => {
  const { commands } = await showBar();
  await mouse.press(onBar(0.6));
  await mouse.moveTo(onBar(0.8));
  await userEvent.keyboard('{Escape}');
  await until(shownTime).toBe('0:10');
  expect(thumbPercent()).toBeCloseTo(10, NEAR);
  await mouse.moveTo(onBar(0.9));
  await mouse.release();
  expect(shownTime()).toBe('0:10');
  expect(commands('seekTo')).toEqual([]);
});

test.each([
  [60, 20, ''],
  [100, 10, '.0'],
  [160, 5, '.0'],
])('%i px above the bar the thumb moves %i for 20, and times are as fine as that', async (above, moved, tenths) => {
  await showBar();
  await mouse.press(onBar(0.4));
  await mouse.moveTo(onBar(0.4, above));
  const start = thumbPercent();
  await mouse.moveTo(onBar(0.6, above));
  await nextFrame();
  expect(thumbPercent() - start).toBeCloseTo(moved, NEAR);
  expect(previewTexts().at(-1)).toMatch(tenths === '' ? /^\d+:\d\d$/ : /^\d+:\d\d[.,]\d$/);
});

test('the controls stay for as long as the thumb is held, and hide three seconds after', async () => {
  const { clock, player, root } = await showBar();
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 10, atMs: 0, rate: 1 } });
  await mouse.press(onBar(0.5));
  await clock.advance(MINUTE_MS);
  expect(root.hasAttribute('data-idle')).toBe(false);
  await mouse.release();
  await clock.advance(2_999);
  expect(root.hasAttribute('data-idle')).toBe(false);
  await clock.advance(1);
  expect(root.hasAttribute('data-idle')).toBe(true);
});

test('a mouse that leaves the bar takes the preview with it, unless it holds the thumb', async () => {
  await showBar();
  await mouse.moveTo(onBar(0.5));
  await until(previewTexts).toEqual(['Sea', '0:50']);
  await mouse.moveTo(onBar(0.5, 80));
  await until(previewTexts).toEqual([]);
  await mouse.press(onBar(0.5));
  await mouse.moveTo(onBar(0.5, 80));
  await nextFrame();
  expect(previewTexts()).toEqual(['Sea', '0:50']);
  await mouse.release();
  await until(previewTexts).toEqual([]);
  expect(all('.seek-preview')).toEqual([]);
});
