import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { finger, mouse } from './support/real-pointers.ts';
import { compassDegrees, showSphere, type ShownSphere } from './support/show-sphere.ts';
import { until } from './support/until.ts';

const HOLD_DELAY_MS = 400;
/** How long the direction must be stable before it is announced. */
const ANNOUNCE_MS = 400;

let shown: ShownSphere;

const button = (name: string): string => `.look-pad [aria-label="${name}"]`;
const press = (name: string): Promise<void> => mouse.click(middleOf(button(name)));

async function open(): Promise<void> {
  await mouse.click(middleOf('.compass'));
  await until(() => drawn('.look-pad').length).toBe(1);
}

beforeEach(async () => {
  shown = await showSphere();
});

test('a press on the compass opens the buttons for looking around, and another one closes them', async () => {
  expect(find('.compass').ariaExpanded).toBe('false');
  await open();
  expect(find('.compass').ariaExpanded).toBe('true');
  expect(find('.look-pad').ariaLabel).toBe('Look around');
  await mouse.click(middleOf('.compass'));
  await until(() => drawn('.look-pad')).toEqual([]);
});

test.each([
  ['Look left', { yaw: 5 }],
  ['Look right', { yaw: 355 }],
  ['Look up', { pitch: 5 }],
  ['Look down', { pitch: -5 }],
  ['Zoom in', { fov: 95 }],
  ['Zoom out', { fov: 105 }],
])('a press on “%s” moves the view by one step when it is released', async (name, direction) => {
  await open();
  await mouse.press(middleOf(button(name)));
  expect(shown.view.direction).toEqual({ yaw: 0, pitch: 0, roll: 0, fov: 100 });
  await mouse.release();
  expect(shown.view.direction).toMatchObject(direction);
});

test('the compass points to where the picture begins, as the view turns', async () => {
  await open();
  await press('Look left');
  await press('Look left');
  expect(compassDegrees()).toBe(10);
  expect(getComputedStyle(find('.compass .icon')).rotate).toBe('10deg');
});

test('the controls stay while a button for looking around is held without a movement of the mouse', async () => {
  await open();
  shown.player.goTo(PLAYER_STATE.playing);
  await mouse.press(middleOf(button('Look left')));
  await shown.clock.advance(10_000);
  expect(shown.root.hasAttribute('data-idle')).toBe(false);
  await mouse.release();
});

test('a finger that holds a button for looking around turns the view, and opens no context menu', async () => {
  await finger.tap([20, 200]);
  await open();
  await finger.down(middleOf(button('Look up')));
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  expect(find(button('Look up')).dispatchEvent(menu)).toBe(false);
  await shown.clock.advance(HOLD_DELAY_MS);
  expect(shown.view.direction.pitch).toBe(5);
  expect(shown.root.dataset['attention']).not.toBe('reading');
});

test('the direction is announced once no button for looking around has been pressed for a while', async () => {
  await open();
  await press('Look left');
  await shown.clock.advance(ANNOUNCE_MS - 1);
  await press('Look up');
  await shown.clock.advance(ANNOUNCE_MS - 1);
  expect(all('.notice')).toEqual([]);
  await shown.clock.advance(1);
  await until(() => textsOf('.notice')).toEqual(['5° left, 5° up']);
});

test('by keyboard, the compass opens the buttons for looking around, keys press them, and Escape returns to the compass', async () => {
  find('.compass').focus();
  await userEvent.keyboard('{Enter}');
  await until(() => document.activeElement?.ariaLabel).toBe('Zoom out');
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  expect(document.activeElement?.ariaLabel).toBe('Look left');
  await userEvent.keyboard('{Enter}{Enter} ');
  expect(compassDegrees()).toBe(15);
  await userEvent.keyboard('{Escape}');
  await until(() => drawn('.look-pad')).toEqual([]);
  expect(document.activeElement).toBe(find('.compass'));
});
