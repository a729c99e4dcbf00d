import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { all, boxOf, drawn, find, middleOf, nextFrame, textsOf } from './support/elements.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { give } from './support/give.ts';
import { executedBy } from './support/executed.ts';
import { moveSlider } from './support/move-slider.ts';
import { mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

async function show(patch: Partial<PlayerSnapshot> = { volume: 80 }, size: readonly [number, number] = [640, 360]) {
  shown = await showPlayer(patch, { size });
  shown.player.response = (command) => {
    const { name } = command;
    if (command.name === 'setVolume') shown.player.set({ volume: command.arguments[0] });
    if (name === 'mute' || name === 'unMute') shown.player.set({ muted: name === 'mute' });
    return succeed(undefined);
  };
  await until(() => drawn('.control-bar').length).toBe(1);
}

beforeEach(() => show());

const slider = (): HTMLInputElement => find('.volume-input') as HTMLInputElement;
const button = (): HTMLElement => find('.volume .icon-button');
const executed = (): unknown[] => executedBy(shown.player);
/** Ends the transition of the volume slider. */
async function settle(): Promise<void> {
  for (const animation of document.getAnimations()) animation.finish();
}

test('the volume slider unfolds while the mouse is over the mute button, and folds in when the mouse leaves', async () => {
  await settle();
  expect([slider().clientWidth, getComputedStyle(slider()).opacity]).toEqual([0, '0']);
  await mouse.moveTo(middleOf('.volume .icon-button'));
  await settle();
  expect(slider().clientWidth).toBeGreaterThan(50);
  expect(getComputedStyle(slider()).opacity).toBe('1');
  await mouse.moveTo([300, 100]);
  await settle();
  expect(slider().clientWidth).toBe(0);
});

test('the mouse can move from the mute button onto the unfolded volume slider, and a click there sets the volume', async () => {
  await mouse.moveTo(middleOf('.volume .icon-button'));
  await settle();
  const { left, top, width, height } = boxOf('.volume-input');
  await mouse.moveTo([left + width / 4, top + height / 2]);
  await mouse.click([left + width / 4, top + height / 2]);
  await until(() => shown.player.getSnapshot().volume).toBeLessThan(50);
  expect(slider().clientWidth).toBeGreaterThan(50);
});

test.each([
  ['the mute button', '.volume .icon-button'],
  ['the volume slider', '.volume-input'],
])('a mouse press on %s does not keep the slider unfolded once the mouse has left', async (_, pressed) => {
  await mouse.moveTo(middleOf('.volume .icon-button'));
  await settle();
  await mouse.click(middleOf(pressed));
  await mouse.moveTo([300, 100]);
  await settle();
  expect(slider().clientWidth).toBe(0);
});

test('a control beside the focused volume slider does not move while a mouse presses it', async () => {
  button().focus();
  await userEvent.tab();
  await settle();
  const next = '.volume + *';
  const before = boxOf(next).left;
  expect(before).toBeGreaterThan(boxOf('.volume-input').left + 50);
  await mouse.press(middleOf(next));
  expect(document.activeElement).not.toBe(slider());
  await nextFrame();
  await nextFrame();
  expect(boxOf(next).left).toBe(before);
});

test('Tab from the mute button focuses and unfolds the volume slider', async () => {
  button().focus();
  await userEvent.tab();
  expect(document.activeElement).toBe(slider());
  await settle();
  expect(slider().clientWidth).toBeGreaterThan(50);
});

test.each([
  ['{ArrowRight}', 85],
  ['{ArrowUp}', 85],
  ['{ArrowLeft}', 75],
  ['{ArrowDown}', 75],
  ['{Home}', 0],
  ['{End}', 100],
])('the key %s on the volume slider sets the volume to %i, and runs no other command', async (key, volume) => {
  slider().focus();
  await userEvent.keyboard(key);
  expect(executed()).toEqual([['setVolume', volume]]);
});

test('the slider announces its value in percent, and “Muted” while muted', async () => {
  const said = (): unknown[] => [slider().ariaLabel, slider().ariaValueText, slider().value];
  await until(said).toEqual(['Volume', '80%', '80']);
  shown.player.set({ muted: true });
  await until(said).toEqual(['Volume', 'Muted', '0']);
  shown.player.set({ muted: false, volume: 35 });
  await until(said).toEqual(['Volume', '35%', '35']);
});

test.each<[Partial<PlayerSnapshot>, string, string]>([
  [{ volume: 100 }, 'volumeHigh', 'Mute'],
  [{ volume: 50 }, 'volumeHigh', 'Mute'],
  [{ volume: 49 }, 'volumeLow', 'Mute'],
  [{ volume: 0 }, 'muted', 'Unmute'],
  [{ volume: 80, muted: true }, 'muted', 'Unmute'],
])('with %j the mute button has the icon %s and the name “%s”', async (patch, icon, name) => {
  shown.player.set({ muted: false, ...patch });
  await until(() => [button().dataset['icon'], button().ariaLabel]).toEqual([icon, name]);
});

test('the mute button mutes and unmutes without changing the volume', async () => {
  await userEvent.click(button());
  await until(() => button().ariaLabel).toBe('Unmute');
  await userEvent.click(button());
  await until(() => [button().ariaLabel, slider().value]).toEqual(['Mute', '80']);
  expect(executed()).toEqual([['mute'], ['unMute']]);
});

test('a volume that is set while muted ends the mute', async () => {
  shown.player.set({ muted: true });
  await until(() => slider().value).toBe('0');
  moveSlider(slider(), 40);
  expect(executed()).toEqual([['unMute'], ['setVolume', 40]]);
});

test('the volume slider never unfolds for a finger, because touch devices have volume keys', async () => {
  shown.root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  button().focus();
  expect([slider().checkVisibility(), button().checkVisibility()]).toEqual([false, true]);
});

test.each([
  [320, 180, true],
  [260, 146, false],
])('at %i × %i px the mute button is in the bar: %s', async (width, height, isThere) => {
  document.querySelector('main')?.remove();
  await show({ volume: 80 }, [width, height]);
  expect(button().checkVisibility()).toBe(isThere);
});

test('without sound there is no volume slider, and the disabled mute button and a notice for its keys read “No sound”', async () => {
  give(shown.media, 'mozHasAudio', false);
  shown.player.goTo(PLAYER_STATE.playing);
  await until(() => [button().ariaLabel, button().dataset['icon'], button().ariaDisabled]).toEqual([
    'No sound',
    'muted',
    'true',
  ]);
  expect(all('.volume-input')).toEqual([]);
  await userEvent.click(button(), { force: true });
  await until(() => textsOf('.notice')).toEqual(['No sound']);
  await userEvent.keyboard('m{ArrowUp}');
  await until(() => textsOf('.notice')).toEqual(['No sound']);
  expect(executed()).toEqual([]);
});
