import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find } from './support/elements.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const PLAYING = { ...HUNDRED, ...ADJUSTABLE, state: PLAYER_STATE.playing };

async function show(patch: Parameters<typeof showPlayer>[0] = PLAYING, query = 'remote=1'): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, { query, size: [1920, 1080] });
  await until(() => drawn('.control-bar').length).toBe(1);
  return shown;
}

const focused = (): string => document.activeElement?.className ?? '';
const isIdle = (): boolean => find('.player').hasAttribute('data-idle');
const press = (...keys: readonly string[]): Promise<void> => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''));

/** A key as a television sends it; returns whether the player has taken it. */
function send(init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event.defaultPrevented;
}

test('without a remote, arrows seek and change the volume wherever the focus is', async () => {
  const { commands } = await show(PLAYING, '');
  find('.bar-play').focus();
  await press('ArrowRight', 'ArrowUp');
  expect([commands('seekTo').length, commands('setVolume').length]).toEqual([1, 1]);
  expect(focused()).toContain('bar-play');
});

test('arrows move through the controls, and do not change the volume', async () => {
  const { commands } = await show();
  await press('ArrowDown');
  expect(focused()).toContain('bar-play');
  await press('ArrowUp');
  expect(focused()).toBe('seek-input');
  await press('ArrowRight');
  expect(commands('seekTo')).toEqual([[15, true]]);
  await press('ArrowDown');
  expect(document.activeElement?.closest('.control-row')).not.toBeNull();
  const places: number[] = [];
  for (let presses = 0; presses < 4; presses += 1) {
    await press('ArrowRight');
    places.push(document.activeElement?.getBoundingClientRect().left ?? 0);
  }
  expect(places).toEqual([...places].toSorted((left, right) => left - right));
  expect(commands('setVolume')).toEqual([]);
});

test('Enter plays and pauses from the picture and from the seek bar, and presses a button', async () => {
  const { commands } = await show();
  await press('Enter');
  expect([commands('pauseVideo').length, focused().includes('bar-play')]).toEqual([1, true]);
  find('.seek-input').focus();
  await press('Enter');
  expect(commands('playVideo').length).toBe(1);
  find('.settings-button').focus();
  await press('Enter');
  await until(() => drawn('dialog.settings').length).toBe(1);
});

test('with a remote, arrows reach the lines and choices of a menu, and Enter chooses', async () => {
  const { commands } = await show();
  find('.settings-button').focus();
  await press('Enter');
  await until(() => drawn('[data-row="quality"]').length).toBe(1);
  while (document.activeElement !== find('[data-row="quality"]')) await press('ArrowDown');
  await press('Enter');
  await until(() => drawn('[role="radio"]').length).toBe(4);
  const before = document.activeElement?.textContent;
  await press('ArrowDown');
  expect(document.activeElement?.textContent).not.toBe(before);
  await press('Enter');
  expect(commands('setPlaybackQuality').length).toBe(1);
});

test.each([
  ['Escape', { key: 'Escape' }],
  ['Back of Android', { key: 'GoBack' }],
  ['Back of Tizen', { key: 'XF86Back', keyCode: 10_009 }],
  ['Back of webOS', { key: 'Unidentified', keyCode: 461 }],
])('%s leaves a submenu, then the menu, then hides the controls, and is then not handled', async (_, key) => {
  await show();
  find('.settings-button').focus();
  await press('Enter');
  await until(() => drawn('[data-row="quality"]').length).toBe(1);
  find('[data-row="quality"]').click();
  await until(() => drawn('.menu-back').length).toBe(1);
  expect(send(key)).toBe(true);
  await until(() => all('.menu-back').length).toBe(0);
  expect(send(key)).toBe(true);
  await until(() => all('dialog').length).toBe(0);
  expect([focused().includes('settings-button'), isIdle()]).toEqual([true, false]);
  expect([send(key), isIdle(), document.activeElement]).toEqual([true, true, document.body]);
  expect([send(key), isIdle()]).toEqual([false, true]);
  await press('ArrowUp');
  expect([focused().includes('settings-button'), isIdle()]).toEqual([true, false]);
});

test.each([
  ['MediaPlay', 'playVideo', []],
  ['MediaPause', 'pauseVideo', []],
  ['MediaPlayPause', 'pauseVideo', []],
  ['MediaStop', 'stopVideo', []],
  ['MediaRewind', 'seekTo', [0, true]],
  ['MediaFastForward', 'seekTo', [20, true]],
])('the media key %s runs the command %s', async (key, name, args) => {
  const { player } = await show();
  expect(send({ key })).toBe(true);
  expect(player.executed.map(({ command, by }) => [command.name, command.arguments, by])).toEqual([
    [name, args, 'viewer'],
  ]);
});

test('at a height of 1080 px the focus ring is a white outline of at least 4 px with a black shadow', async () => {
  await show();
  await press('ArrowDown');
  for (const ringed of ['.bar-play', '.seek']) {
    const { outlineWidth, outlineColor, boxShadow } = getComputedStyle(find(ringed));
    expect(Number.parseFloat(outlineWidth)).toBeGreaterThanOrEqual(4);
    expect([outlineColor, boxShadow.startsWith('rgb(0, 0, 0)')]).toEqual(['rgb(255, 255, 255)', true]);
    await press('ArrowUp');
  }
});
