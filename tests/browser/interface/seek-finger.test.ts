import { beforeEach, expect, test } from 'vitest';
import { all, boxOf, drawn, nextFrame } from './support/elements.ts';
import { finger } from './support/real-pointers.ts';
import { HUNDRED, onBar, previewTexts, showBar, shownTime, thumbPercent } from './support/seek-parts.ts';
import type { ShownPlayer } from './support/show-player.ts';
import { touchPicture } from './support/touch-picture.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

// A frame of a phone, in which the first touch has already brought up the controls for fingers.
beforeEach(async () => {
  shown = await showBar(HUNDRED, { size: [640, 360] });
  await touchPicture(shown);
  await until(() => drawn('.centre-play').length).toBe(1);
});

test('a tap on the bar seeks once, to where it was', async () => {
  await finger.tap(onBar(0.6));
  expect(shown.commands('seekTo')).toEqual([[expect.closeTo(60, 0), true]]);
});

test('a finger that slides along the bar shows picture, chapter and time, and seeks when it is lifted', async () => {
  await finger.down(onBar(0.2));
  await finger.moveTo(onBar(0.45));
  await nextFrame();
  expect([...previewTexts(), shownTime()]).toEqual(['Sea', '0:45', '0:45']);
  expect(drawn('.seek-picture')).toHaveLength(1);
  expect(thumbPercent()).toBeCloseTo(45, 0);
  expect(shown.commands('seekTo')).toEqual([]);
  await finger.up();
  expect(shown.commands('seekTo')).toEqual([[expect.closeTo(45, 0), true]]);
  await until(() => drawn('.seek-preview')).toEqual([]);
});

test('a second finger cancels a drag on the seek bar, and no finger seeks when it is lifted', async () => {
  await finger.down(onBar(0.2));
  await finger.moveTo(onBar(0.45));
  await finger.down([320, 100], 2);
  await until(shownTime).toBe('0:10');
  expect(thumbPercent()).toBeCloseTo(10, 0);
  await finger.moveTo(onBar(0.7));
  await nextFrame();
  expect(all('.seek-preview')).toHaveLength(0);
  await finger.up();
  await finger.up(2);
  expect(shown.commands('seekTo')).toEqual([]);
  expect(shownTime()).toBe('0:10');
});

test('a finger may leave the bar: from 150 px above it the thumb moves a quarter as far', async () => {
  await finger.down(onBar(0.3));
  await finger.moveTo(onBar(0.4));
  await finger.moveTo(onBar(0.4, 160));
  await finger.moveTo(onBar(0.6, 160));
  await nextFrame();
  expect(thumbPercent()).toBeCloseTo(45, 0);
  await finger.up();
  expect(shown.commands('seekTo')).toEqual([[expect.closeTo(45, 0), true]]);
});

test('a finger that goes up from the bar at first scrolls the page, and the video stays where it is', async () => {
  const { bottom } = boxOf('.seek');
  const [x] = onBar(0.6);
  for (const y of [bottom - 30, bottom - 4]) {
    await finger.down([x, y]);
    for (let step = 1; step <= 8; step += 1) await finger.moveTo([x + step / 4, y - 12 * step]);
    await until(shownTime).toBe('0:10');
    await finger.up();
  }
  expect([shown.commands('seekTo'), all('.seek-preview')]).toEqual([[], []]);
});

test('the seek bar responds to a finger from 40 px above its bottom edge down to the row of buttons', async () => {
  const { bottom } = boxOf('.seek');
  const [x] = onBar(0.6);
  for (const y of [bottom - 40, bottom - 1]) {
    await finger.tap([x, y]);
    expect(shown.commands('seekTo')).toHaveLength(y === bottom - 1 ? 2 : 1);
  }
  expect(boxOf('.control-row').top).toBeLessThanOrEqual(bottom + 1);
});
