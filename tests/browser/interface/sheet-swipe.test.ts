import { expect, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { Finger } from './support/finger.ts';
import { openShare } from './support/open-share.ts';
import { until } from './support/until.ts';

/** The share sheet under a finger, at its place, in a frame that is too low for all of it. */
async function openSheet() {
  await frame.viewport(400, 300);
  const { features, container, given } = await openShare({ pointer: 'coarse' });
  const sheet = container.querySelector('dialog');
  const find = (selector: string): HTMLElement => {
    const found = sheet?.querySelector<HTMLElement>(selector) ?? null;
    if (found === null) throw new Error(`nothing is ${selector}`);
    return found;
  };
  const head = find('h2');
  if (sheet === null) throw new Error('no sheet is open');
  for (const animation of sheet.getAnimations()) animation.finish();
  const { top: y, height } = sheet.getBoundingClientRect();
  const moved = (): number => Math.round(sheet.getBoundingClientRect().top - y);
  return { sheet, head, find, y: y + 20, height, moved, panel: features.get(panels), root: given.page.root };
}

test('a sheet follows a finger without a render, and slides back from a drag of less than a quarter', async () => {
  const { sheet, head, y, height, moved, panel } = await openSheet();
  const finger = new Finger(head);
  finger.send('touchstart', y);
  expect(finger.send('touchmove', y + 15, 50)).toBe(true);
  expect(moved()).toBe(0);
  finger.send('touchmove', y + 45, 50);
  expect(moved()).toBe(30);
  finger.send('touchmove', y - 60, 50);
  expect(moved()).toBe(0);
  finger.send('touchmove', y + 15 + height / 4 - 2, 50);
  const style = sheet.getAttribute('style');
  expect(style).toContain('transform');
  finger.send('touchend', 0, 500);
  const slides = sheet.getAnimations().filter((animation) => !(animation instanceof CSSAnimation));
  expect(slides.map(({ effect }) => effect?.getTiming().duration)).toEqual([150]);
  for (const slide of slides) slide.finish();
  expect(moved()).toBe(0);
  expect(panel.get()?.name).toBe('share');
});

test('a drag of a quarter closes a sheet, and the focus returns to what opened it', async () => {
  const { y, height, panel, root } = await openSheet();
  panel.close();
  await until(() => root.querySelector('dialog')).toBeNull();
  const opener = root.querySelector<HTMLElement>('.top-more');
  opener?.focus();
  expect(document.activeElement).toBe(opener);
  panel.open('share');
  await until(() => root.querySelector('dialog h2')).not.toBeNull();
  expect(document.activeElement).not.toBe(opener);
  for (const animation of root.querySelector('dialog')?.getAnimations() ?? []) animation.finish();
  new Finger(root.querySelector('dialog h2') ?? root).drag(y, 15, height / 4 + 1);
  await until(() => panel.get()).toBeNull();
  await until(() => root.querySelector('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('a flick closes a sheet; a short flick, or a flick that ends upwards, does not', async () => {
  const { sheet, head, y, panel } = await openSheet();
  const flick = (...places: readonly number[]): void => {
    const finger = new Finger(head);
    finger.send('touchstart', y);
    for (const place of places) finger.send('touchmove', y + place, 16);
    finger.send('touchend', 0, 8);
    for (const animation of sheet.getAnimations()) animation.finish();
  };
  flick(15, 20);
  flick(15, 40, 18);
  expect(panel.get()?.name).toBe('share');
  flick(15, 40);
  await until(() => panel.get()).toBeNull();
});

test('a drag sideways, upwards or from the edge of the screen is left to the browser', async () => {
  const { head, y, moved } = await openSheet();
  const places = [
    [y, 260, y + 30],
    [y, 200, y - 30],
    [1, 200, 90],
  ] as const;
  for (const [fromY, x, toY] of places) {
    const finger = new Finger(head);
    finger.send('touchstart', fromY);
    expect(finger.send('touchmove', toY, 50, x)).toBe(false);
    expect(finger.send('touchmove', toY + 90, 50, x)).toBe(false);
    expect(moved()).toBe(0);
    finger.send('touchend', toY + 90, 500, x);
  }
});

test('in a scrolled sheet a drag of the content scrolls it, and a drag of the head moves the sheet', async () => {
  const { sheet, head, find, y } = await openSheet();
  sheet.scrollTop = 10;
  expect(sheet.scrollTop).toBe(10);
  const isTaken = (target: Element): boolean => {
    const finger = new Finger(target);
    finger.send('touchstart', y);
    const isPrevented = finger.send('touchmove', y + 30, 50);
    finger.send('touchend', y + 30, 500);
    return isPrevented;
  };
  expect(isTaken(find('legend'))).toBe(false);
  expect(isTaken(head)).toBe(true);
  sheet.scrollTop = 0;
  expect(isTaken(find('legend'))).toBe(true);
});

test('a second finger cancels the swipe, and the sheet slides back', async () => {
  const { sheet, head, y, height, moved, panel } = await openSheet();
  const finger = new Finger(head);
  finger.send('touchstart', y);
  finger.send('touchmove', y + 15, 50);
  finger.send('touchmove', y + 60, 50);
  expect(moved()).toBe(45);
  finger.send('touchstart', y);
  expect(finger.send('touchmove', y + height, 50)).toBe(false);
  for (const animation of sheet.getAnimations()) animation.finish();
  finger.send('touchend', y + height, 500);
  expect(moved()).toBe(0);
  expect(panel.get()?.name).toBe('share');
});
