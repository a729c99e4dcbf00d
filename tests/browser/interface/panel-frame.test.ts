import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { boxOf, drawn, middleOf } from './support/elements.ts';
import { enterRow, focusedName, openByKey, openPanel, panelName, waitUntilClosed } from './support/panel-parts.ts';
import { mouse, type Point } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ state: PLAYER_STATE.playing });
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
});

const commandNames = (): string[] => shown.player.executed.map(({ command }) => command.name);
/** A point on the picture beside every menu. */
const BESIDE: Point = [60, 150];

test('a panel is a modal dialog with a name, and moves the focus to its first line', async () => {
  const panel = await openByKey('settings');
  expect([panel.matches(':modal'), panel.ariaLabel]).toEqual([true, 'Settings']);
  expect(document.activeElement).toBe(panel.querySelector('.menu-item'));
});

test('Tab wraps in a panel, in both directions, and never leaves it', async () => {
  const panel = await openByKey('more');
  const lines = [...panel.querySelectorAll<HTMLElement>('button')].filter((button) => button.checkVisibility());
  lines.at(-1)?.focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(lines[0]);
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(lines.at(-1));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(lines.at(-2));
});

test('Escape closes a panel and returns the focus to the button that opened it', async () => {
  await openByKey('more');
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  expect(focusedName()).toBe('More');
});

test('a panel opened from another panel returns the focus to the button that opened the first panel', async () => {
  await openByKey('more');
  await enterRow('about', 'About Oriel');
  expect(document.querySelectorAll('dialog').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  expect(focusedName()).toBe('More');
});

test('a press on the picture beside a panel closes the panel and leaves the video playing', async () => {
  await openByKey('settings');
  await mouse.click(BESIDE);
  await waitUntilClosed();
  expect(commandNames()).toEqual([]);
  await mouse.click(BESIDE);
  expect(commandNames()).toEqual(['pauseVideo']);
});

test('a press on another button beside a panel only closes the panel', async () => {
  await openByKey('settings');
  await mouse.click(middleOf('[data-icon="pause"]'));
  await waitUntilClosed();
  expect(commandNames()).toEqual([]);
});

test('a drag that begins in a panel and ends beside it, such as a selection of text, leaves the panel open', async () => {
  await openByKey('share');
  const { left, top, height } = boxOf('.share-field input');
  await mouse.press([left + 20, top + height / 2]);
  await mouse.moveTo([3, 180]);
  await mouse.release();
  await userEvent.keyboard('{ArrowRight}');
  expect(panelName()).toBe('Share');
});

test('keys in a panel are no shortcuts of the player', async () => {
  await openByKey('more');
  await userEvent.keyboard('k5m>{ArrowLeft}');
  expect([commandNames(), panelName()]).toEqual([[], 'More']);
});

test('the back gesture of a phone leads one level up, then closes the panel', async () => {
  await openByKey('settings');
  await enterRow('speed', 'Speed');
  const goBack = (): boolean => openPanel()?.dispatchEvent(new Event('cancel', { cancelable: true })) ?? true;
  expect(goBack()).toBe(false);
  await until(focusedName).toBe('SpeedNormal');
  expect(goBack()).toBe(false);
  await waitUntilClosed();
  expect(focusedName()).toBe('Settings');
});

test('a panel closes when full screen begins or ends, because the picture would cover it', async () => {
  await openByKey('more');
  document.dispatchEvent(new Event('fullscreenchange'));
  await waitUntilClosed();
});
