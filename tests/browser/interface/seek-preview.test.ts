import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { VIDEO } from '../../support/fake-player.ts';
import { all, boxOf, drawn, find, nextFrame } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { CHAPTERS, HUNDRED, onBar, previewTexts, showBar, STORYBOARD } from './support/seek-parts.ts';
import { FakeInfrastructure } from '../../support/fake-infrastructure.ts';
import { until } from './support/until.ts';

const picture = (): CSSStyleDeclaration => getComputedStyle(find('.seek-picture'));

test.each([
  [0.01, 'Sand', '0:01'],
  [0.39, 'Sand', '0:39'],
  [0.41, 'Sea', '0:41'],
  [0.99, 'Snow', '1:39'],
])('a mouse at %f of the bar shows chapter %s and time %s', async (fraction, chapter, time) => {
  const { commands } = await showBar();
  await mouse.moveTo(onBar(fraction));
  await until(previewTexts).toEqual([chapter, time]);
  expect(commands('seekTo')).toEqual([]);
});

test.each([
  [0.05, '0px 0px'],
  [0.35, '-300px 0px'],
  [0.75, '-200px -56px'],
])('at %f of the bar the picture is the tile of that moment, at %s', async (fraction, place) => {
  await showBar(HUNDRED, { size: [900, 500] });
  await mouse.moveTo(onBar(fraction));
  await until(() => drawn('.seek-picture').length).toBe(1);
  const { backgroundPosition, backgroundSize, width, height } = picture();
  expect([backgroundPosition, width, height]).toEqual([place, '100px', '56px']);
  // Some versions of browsers leave out the height that follows the width.
  expect(backgroundSize).toMatch(/^500px( auto)?$/);
});

test.each([
  [200, 113],
  [320, 180],
  [640, 360],
  [1280, 720],
])('in a frame of %i × %i the picture is inside, above the bar, at both ends', async (width, height) => {
  await showBar(
    { ...HUNDRED, video: { ...VIDEO, storyboard: { ...STORYBOARD, tileWidth: 320, tileHeight: 180 } } },
    {
      size: [width, height],
    },
  );
  const bar = boxOf('.seek-track');
  for (const fraction of [0.01, 0.5, 0.99]) {
    await mouse.moveTo(onBar(fraction));
    await until(() => drawn('.seek-picture').length).toBe(1);
    for (const part of ['.seek-picture', '.seek-label']) {
      const box = boxOf(part);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(bar.top);
    }
    const { width: shownWidth, height: shownHeight } = boxOf('.seek-picture');
    expect(shownWidth / shownHeight).toBeCloseTo(320 / 180, 2);
    expect(shownWidth).toBeLessThanOrEqual(width / 2);
  }
});

test('without a storyboard the preview shows only chapter and time', async () => {
  await showBar({ ...HUNDRED, video: { ...VIDEO, chapters: CHAPTERS } });
  await mouse.moveTo(onBar(0.5));
  await until(previewTexts).toEqual(['Sea', '0:50']);
  expect(all('.seek-picture')).toEqual([]);
});

test('no storyboard picture is requested before the mouse is on the seek bar', async () => {
  const { root } = await showBar();
  const addresses = (): string[] =>
    [...root.querySelectorAll<HTMLElement>('*')].map(({ style }) => style.backgroundImage).filter((one) => one !== '');
  expect(addresses()).toEqual([]);
  await mouse.moveTo(onBar(0.5));
  await until(() => addresses().length).toBe(1);
});

test('the chapter under the mouse is lifted out of the bar, and gaps are where chapters begin', async () => {
  await showBar();
  const bar = boxOf('.seek');
  const percentOf = (pixels: number): number => Math.round(((pixels - bar.left) / bar.width) * 100);
  expect(drawn('.seek-mark').map((mark) => percentOf(mark.getBoundingClientRect().left + 1))).toEqual([40, 70]);
  expect(all('.seek-segment')).toEqual([]);
  await mouse.moveTo(onBar(0.5));
  await until(() => drawn('.seek-segment').length).toBe(1);
  const { left, right } = boxOf('.seek-segment');
  expect([percentOf(left), percentOf(right)]).toEqual([40, 70]);
});

test('a video whose length is not known has no preview', async () => {
  await showBar({ ...HUNDRED, durationSeconds: 0, seekable: [0, 0] });
  await mouse.moveTo(onBar(0.5));
  await nextFrame();
  expect(all('.seek-preview')).toEqual([]);
});

test('Escape takes the preview away while the mouse rests on the bar, until it has left', async () => {
  await showBar();
  await mouse.moveTo(onBar(0.3));
  await until(() => drawn('.seek-preview').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await until(() => drawn('.seek-preview')).toEqual([]);
  await mouse.moveTo(onBar(0.4));
  await nextFrame();
  expect(drawn('.seek-preview')).toEqual([]);
  await mouse.moveTo([300, 100]);
  await mouse.moveTo(onBar(0.4));
  await until(() => drawn('.seek-preview').length).toBe(1);
});

test.each([
  [false, ['Most watched', '0:40']],
  [true, ['0:40']],
])(
  'the most watched moment is named under the pointer; in a private embed (%s) it is not',
  async (isPrivate, texts) => {
    const response = { playabilityStatus: { status: 'OK' as const }, mostWatchedSeconds: 40.2 };
    await showBar(
      { ...HUNDRED, video: { ...VIDEO, response } },
      { page: { infrastructure: Object.assign(new FakeInfrastructure(), { isPrivate }) } },
    );
    await mouse.moveTo(onBar(0.5));
    await until(previewTexts).toEqual(['0:50']);
    await mouse.moveTo(onBar(0.4));
    await until(previewTexts).toEqual(texts);
  },
);

test.each([
  [false, 1],
  [true, 0],
])(
  'a curve of the most watched moments appears with the pointer; in a private embed (%s) no curve does',
  async (isPrivate, count) => {
    const mostWatchedUrl = 'data:image/svg+xml,%3Csvg%20xmlns="http://www.w3.org/2000/svg"/%3E';
    const response = { playabilityStatus: { status: 'OK' as const }, mostWatchedUrl };
    await showBar(
      { ...HUNDRED, video: { ...VIDEO, response } },
      { page: { infrastructure: Object.assign(new FakeInfrastructure(), { isPrivate }) } },
    );
    expect(all('.seek-watched')).toHaveLength(0);
    await mouse.moveTo(onBar(0.4));
    await until(previewTexts).toEqual(['0:40']);
    expect(all('.seek-watched')).toHaveLength(count);
    if (isPrivate) return;
    expect(getComputedStyle(find('.seek-watched')).maskImage).toContain('data:image/svg+xml');
    expect(boxOf('.seek-watched').bottom).toBeLessThanOrEqual(boxOf('.seek-played').bottom);
  },
);
