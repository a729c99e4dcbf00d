import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(900, 500));

async function open(): Promise<OpenInterface> {
  const opened = await openInterface({ durationSeconds: 100, volume: 50 });
  opened.mount(opened.features);
  opened.player.goTo(PLAYER_STATE.playing);
  await until(() => opened.container.querySelectorAll('.seek-input, .volume .icon-button').length).toBe(2);
  return opened;
}

const namesOf = ({ player }: OpenInterface): string[] => player.executed.map(({ command }) => command.name);

const find = ({ container }: OpenInterface, selector: string): HTMLElement => {
  const found = container.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
};

test.each([
  ['space after a press of the mouse on a button pauses, and does not press the button again', ' ', 'pauseVideo'],
  ['space on a button that Tab has reached presses it', '{Tab}{Shift>}{Tab}{/Shift} ', 'mute'],
  ['the right arrow on the volume slider that Tab has reached is louder', '{Tab}{ArrowRight}', 'setVolume'],
])('%s', async (_, keys, command) => {
  const opened = await open();
  await userEvent.click(find(opened, '.volume .icon-button'));
  await userEvent.keyboard(keys);
  expect(namesOf(opened)).toEqual(['mute', command]);
});

test('after a mouse press on the seek bar the up arrow changes the volume, and the right arrow seeks', async () => {
  const opened = await open();
  await userEvent.click(find(opened, '.seek'), { position: { x: 200, y: 12 } });
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  expect(namesOf(opened)).toEqual(['seekTo', 'setVolume', 'seekTo']);
});

test.each([
  ['{ArrowRight}', 'seekTo'],
  ['{ArrowLeft}', 'seekTo'],
  ['{ArrowUp}', 'setVolume'],
  ['{ArrowDown}', 'setVolume'],
  ['{Home}', 'seekTo'],
])('after a mouse press on the volume slider the key %s runs the shortcut %s', async (key, command) => {
  const opened = await open();
  await userEvent.hover(find(opened, '.volume .icon-button'));
  for (const animation of document.getAnimations()) animation.finish();
  await userEvent.click(find(opened, '.volume-input'), { position: { x: 20, y: 12 } });
  const before = namesOf(opened).length;
  await userEvent.keyboard(key);
  expect(namesOf(opened).slice(before)).toEqual([command]);
  expect(find(opened, '.volume-input')).toBe(document.activeElement);
});

test('the up arrow seeks while the keyboard has focused the seek bar', async () => {
  const opened = await open();
  find(opened, '.seek-input').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(namesOf(opened)).toEqual(['seekTo']);
});
