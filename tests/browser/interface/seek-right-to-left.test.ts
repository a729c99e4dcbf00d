import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { all, boxOf, drawn, find, nextFrame } from './support/elements.ts';
import { finger, mouse } from './support/real-pointers.ts';
import { HUNDRED, onBar, previewTexts, showBar, shownTime, slider, thumbPercent } from './support/seek-parts.ts';
import { touchPicture } from './support/touch-picture.ts';
import { until } from './support/until.ts';

const ARABIC = { query: 'hl=ar' };

test('in a language from right to left the bar still begins at the left', async () => {
  const { commands } = await showBar(HUNDRED, ARABIC);
  expect(document.documentElement.dir).toBe('rtl');
  expect(thumbPercent()).toBeCloseTo(10, 1);
  expect(getComputedStyle(slider()).direction).toBe('ltr');
  const played = boxOf('.seek-played');
  expect(played.left).toBeCloseTo(boxOf('.seek').left, 1);
  await mouse.click(onBar(0.8));
  expect(commands('seekTo')).toEqual([[expect.closeTo(80, 0), true]]);
});

test('keys of a seek bar from right to left keep their direction: right is later, left is earlier', async () => {
  const { commands } = await showBar(HUNDRED, ARABIC);
  slider().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}');
  expect(commands('seekTo')).toEqual([
    [15, true],
    [10, true],
    [5, true],
  ]);
});

test('in Arabic the preview is above the mouse on the seek bar, and the clock reads from left to right', async () => {
  await showBar(HUNDRED, ARABIC);
  await mouse.moveTo(onBar(0.7));
  await until(previewTexts).toEqual(['Snow', '1:10']);
  const { left, width } = boxOf('.seek-preview');
  expect(left + width / 2).toBeCloseTo(onBar(0.7)[0], -0.5);
  expect(getComputedStyle(find('.time-clock')).direction).toBe('ltr');
});

test('in Arabic a finger that drags along the seek bar moves the thumb with it', async () => {
  const { commands } = await showBar(HUNDRED, ARABIC);
  await finger.down(onBar(0.2));
  await finger.moveTo(onBar(0.6));
  await nextFrame();
  expect([shownTime(), Math.round(thumbPercent())]).toEqual(['1:00', 60]);
  await finger.up();
  expect(commands('seekTo')).toEqual([[expect.closeTo(60, 0), true]]);
});

test('in Arabic the skip button on the right goes forward, and its notice is on the right', async () => {
  const shown = await showBar(HUNDRED, ARABIC);
  const { commands, root } = shown;
  await touchPicture(shown);
  // A tap that comes before passes through what the earlier ones have brought up.
  await until(() => [drawn('.skip-button').length, root.hasAttribute('data-tapped')]).toEqual([2, false]);
  const [back, forward] = [...document.querySelectorAll('.skip-button')].map((one) => one.getBoundingClientRect());
  expect(back?.left).toBeLessThan(forward?.left ?? 0);
  await finger.tap([(forward?.left ?? 0) + 10, (forward?.top ?? 0) + 20]);
  await until(() => commands('seekTo')).toEqual([[20, true]]);
  await until(() => all('.notice').length).toBe(1);
  const notice = boxOf('.notice');
  expect(notice.left + notice.width / 2).toBeGreaterThan(320);
});
