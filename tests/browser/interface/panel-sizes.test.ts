import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { boxOf, find } from './support/elements.ts';
import { enterRow, goDeeper, inPanel, openByKey, openPanel, rowTexts, waitUntilClosed } from './support/panel-parts.ts';
import { finger } from './support/real-pointers.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { outOf } from './support/out-of.ts';
import { setTextSize } from './support/text-size.ts';
import { until } from './support/until.ts';

const LIST: Partial<PlayerSnapshot> = {
  ...ADJUSTABLE,
  video: {
    ...VIDEO,
    chapters: Array.from({ length: 12 }, (_, index) => ({ title: `Chapter ${index}`, startSeconds: index })),
  },
  playlist: { videoIds: ['a', 'b', 'c'], index: 0, listId: null, shuffled: false, details: null },
};

type Size = readonly [width: number, height: number];

/** Shows the player at a size, for a mouse or a finger. */
async function show(size: Size, pointer: 'fine' | 'coarse' = 'fine'): Promise<ShownPlayer> {
  const shown = await showPlayer(LIST, { size });
  const { root } = shown;
  if (pointer === 'coarse')
    root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  await until(() => root.querySelectorAll('.top-more, .settings-button').length).toBe(2);
  return shown;
}

/** The outer edges of the open panel. */
function edges(): readonly number[] {
  const { left, top, right, bottom } = openPanel()?.getBoundingClientRect() ?? new DOMRect();
  return [left, top, right, bottom];
}

test.each<Size>([
  [200, 113],
  [320, 180],
  [260, 400],
])('at %i × %i px a menu lies at the edge, and has a close button in its corner', async (width, height) => {
  await show([width, height]);
  await openByKey('more');
  const [left = -1, top = -1, right, bottom] = edges();
  expect([right, bottom]).toEqual([width, height]);
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  const close = boxOf('.menu-close');
  expect([close.left > width / 2, close.right <= width, close.top - top < 10]).toEqual([true, true, true]);
  await userEvent.click(find('.menu-close'));
  await waitUntilClosed();
});

test.each<[Size, 'fine' | 'coarse']>([
  [[344, 194], 'coarse'],
  [[360, 203], 'coarse'],
  [[320, 180], 'fine'],
])(
  'at %j px the video is seen beside the settings, and four of their five lines are in view (%s pointer)',
  async (size, pointer) => {
    await show(size, pointer);
    const menu = await openByKey('settings');
    expect(rowTexts()).toHaveLength(5);
    expect(inPanel('.menu-item')[3]?.getBoundingClientRect().bottom).toBeLessThanOrEqual(size[1]);
    const [left = 0] = edges();
    expect(left).toBeGreaterThan(size[0] / 5);
    expect(getComputedStyle(menu).backgroundColor).toMatch(/0\.\d+\)$/);
  },
);

test('the close button stays in its corner while the lines scroll, on the line that leads back', async () => {
  await show([320, 180]);
  const menu = await openByKey('more');
  await goDeeper();
  const before = boxOf('.menu-close');
  menu.scrollTop = menu.scrollHeight;
  expect(menu.scrollTop).toBeGreaterThan(10);
  const [close, back] = [boxOf('.menu-close'), boxOf('.menu-back')];
  expect([close.left, Math.abs(close.top - before.top) < 4]).toEqual([before.left, true]);
  expect([close.top >= back.top - 4, close.bottom <= back.bottom + 4]).toEqual([true, true]);
});

test.each<Size>([
  [480, 270],
  [640, 360],
  [1280, 720],
])('at %i × %i px the settings lie above the bar, “More” below its button, without a close button', async (...size) => {
  const [width, height] = size;
  await show(size);
  await openByKey('settings');
  // No close button is needed: a press beside the menu closes it.
  expect(inPanel('.menu-close')).toEqual([]);
  expect(boxOf('.settings').bottom).toBeLessThanOrEqual(boxOf('.control-bar').top + 1);
  expect(boxOf('.settings').right).toBeLessThan(width);
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  await openByKey('more');
  expect(boxOf('.more-menu').top).toBeGreaterThanOrEqual(boxOf('.top-more').bottom);
  expect(boxOf('.more-menu').bottom).toBeLessThan(height);
});

test.each<Size>([
  [360, 640],
  [640, 360],
])('at %i × %i px a finger gets menus from the bottom, with lines of 48 px and a close button', async (...size) => {
  const [width, height] = size;
  await show(size, 'coarse');
  for (const name of ['settings', 'more'] as const) {
    await openByKey(name);
    const [left = -1, top = -1, right = 0, bottom = 0] = edges();
    expect([bottom, Math.round(left + right)]).toEqual([height, width]);
    expect(top).toBeGreaterThan(0);
    const heights = inPanel('.menu-item').map((line) => line.getBoundingClientRect().height);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
    const close = boxOf('.menu-close');
    expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44);
    await userEvent.keyboard('{Escape}');
    await waitUntilClosed();
  }
});

test.each<Size>([
  [344, 194],
  [360, 203],
  [360, 640],
])('at %i × %i px the close button of a sheet is on the line of its title, also while it scrolls', async (...size) => {
  await show(size, 'coarse');
  await openByKey('settings');
  await enterRow('speed', 'Speed');
  const middles = (): number[] =>
    [boxOf('.menu-back'), boxOf('.menu-close')].map(({ top, bottom }) => Math.round((top + bottom) / 2));
  for (const scrollTop of [0, 500]) {
    openPanel()?.scrollTo(0, scrollTop);
    const [title = 0, close = 100] = middles();
    expect(Math.abs(title - close)).toBeLessThanOrEqual(1);
  }
});

test('a tap on the picture above a sheet closes the sheet and does nothing else', async () => {
  const { player } = await show([360, 640], 'coarse');
  await openByKey('settings');
  await finger.tap([180, 60]);
  await waitUntilClosed();
  expect(player.executed).toEqual([]);
});

test('in a right-to-left language the settings are at the left edge, and the arrows of their lines point left', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
  await showPlayer(LIST, { query: 'hl=ar' });
  await until(() => document.querySelectorAll('.settings-button').length).toBe(1);
  await openByKey('settings');
  const { left, right } = boxOf('.settings');
  expect(left).toBeLessThan(20);
  expect(right).toBeLessThan(400);
  const arrow = inPanel('[data-row="speed"] .icon').at(-1);
  expect(getComputedStyle(arrow ?? document.body).scale).toBe('-1 1');
});

test.each<Size>([
  [320, 180],
  [640, 360],
  [1280, 720],
])('at %i × %i px a sheet is inside the frame, and End scrolls its last line into view', async (width, height) => {
  await show([width, height]);
  await openByKey('more');
  await enterRow('chapters', 'Chapters');
  const [left = -1, top = -1, right = width + 1, bottom = height + 1] = edges();
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect([right <= width, bottom <= height]).toEqual([true, true]);
  await userEvent.keyboard('{End}');
  const last = inPanel('.menu-item').at(-1)?.getBoundingClientRect();
  expect(last?.bottom).toBeLessThanOrEqual(bottom);
});

test.each([
  [200, 113, 24],
  [200, 113, 32],
  [240, 135, 32],
])('at %i × %i px with text of %i px every menu and sheet is as wide as the frame at most', async (...one) => {
  const [width, height, textPx] = one;
  await setTextSize(textPx);
  const { features } = await show([width, height]);
  const panel = features.get(panels);
  for (const name of ['menu', 'more', 'settings', 'chapters', 'playlist', 'share', 'shortcuts', 'privacy'] as const) {
    panel.open(name, name === 'menu' ? [100, 50] : null);
    await until(() => inPanel('button').length).toBeGreaterThan(0);
    const [left = -1, , right = width + 1] = edges();
    const open = openPanel();
    const found = open === null ? ['no panel'] : outOf(open);
    expect({ name, found, isInside: left >= 0 && right <= width }).toEqual({ name, found: [], isInside: true });
    panel.close();
    await waitUntilClosed();
  }
});
