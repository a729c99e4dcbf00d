import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn, find } from './support/elements.ts';
import { executedBy } from './support/executed.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

/** A video of 100 s with three chapters, at its middle. */
const MIDDLE: Partial<PlayerSnapshot> = {
  durationSeconds: 100,
  seekable: [0, 100],
  position: { seconds: 50, atMs: 0, rate: 0 },
  video: {
    ...VIDEO,
    chapters: [
      { title: 'Sand', startSeconds: 0 },
      { title: 'Sea', startSeconds: 40 },
      { title: 'Sky', startSeconds: 70 },
    ],
  },
};

async function show(patch: Partial<PlayerSnapshot> = {}, query = ''): Promise<void> {
  shown = await showPlayer({ ...MIDDLE, ...patch }, { query });
  await until(() => drawn('.control-bar').length).toBe(1);
  const { player, media } = shown;
  const { response } = player;
  player.response = (command) => {
    const { name } = command;
    if (command.name === 'setPlaybackRate') media.playbackRate = command.arguments[0];
    if (command.name === 'setVolume') media.volume = command.arguments[0] / 100;
    if (name === 'mute' || name === 'unMute') media.muted = name === 'mute';
    return response(command);
  };
}

beforeEach(() => show());

const noticeText = (): string => find('.notices').textContent;
const executed = (): unknown[] => executedBy(shown.player);

/** Whether the player has taken the key, so that the browser does nothing with it. */
function isTaken(target: Element, init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test('keys work wherever the focus is: nowhere, on the picture, on a button and on a slider', async () => {
  for (const place of ['body', '.media', '.settings-button', '.volume-input']) {
    const target = find(place);
    if (place === '.media') target.tabIndex = -1;
    target.focus();
    await userEvent.keyboard('k');
  }
  expect(executed()).toEqual([['playVideo'], ['pauseVideo'], ['playVideo'], ['pauseVideo']]);
});

test('a field that is typed into keeps every key', async () => {
  const field = shown.root.appendChild(document.createElement('input'));
  field.focus();
  await userEvent.keyboard('k5 m');
  expect([field.value, executed()]).toEqual(['k5 m', []]);
});

test('a slider keeps its arrows, Home and End, and a button its space', () => {
  for (const key of ['ArrowLeft', 'ArrowUp', 'Home', 'End'])
    expect([key, isTaken(find('.volume-input'), { key })]).toEqual([key, false]);
  expect(isTaken(find('.settings-button'), { key: ' ' })).toBe(false);
  expect(isTaken(find('.settings-button'), { key: 'ArrowLeft' })).toBe(true);
  expect(isTaken(document.body, { key: ' ' })).toBe(true);
});

test('a key without an action is left to the browser, and so is every shortcut of the browser', () => {
  for (const init of [
    { key: 'q' },
    { key: 'Tab' },
    { key: 'F5' },
    { key: 'k', ctrlKey: true },
    { key: 'm', metaKey: true },
    { key: 'ArrowLeft', metaKey: true },
    { key: 'l', altKey: true },
  ])
    expect([init, isTaken(document.body, init)]).toEqual([init, false]);
  expect(executed()).toEqual([]);
});

test('a key whose default was prevented by another handler does not run a shortcut', () => {
  const button = find('.settings-button');
  button.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  isTaken(button, { key: 'k' });
  expect(executed()).toEqual([]);
});

test('a notice shows the effect of a key, for a second; the next notice replaces it', async () => {
  await userEvent.keyboard('m');
  await until(noticeText).toBe('Muted');
  await shown.clock.advance(999);
  await userEvent.keyboard('>');
  await until(noticeText).toBe('1.25×');
  await shown.clock.advance(999);
  expect(noticeText()).toBe('1.25×');
  await shown.clock.advance(1);
  await until(noticeText).toBe('');
});

test.each([
  ['0', 0, '0:00'],
  ['3', 30, '0:30'],
  ['9', 90, '1:30'],
  ['{Home}', 0, '0:00'],
  ['{End}', 100, '1:40'],
])('the key %s seeks to %i s and shows the time', async (key, seconds, notice) => {
  await userEvent.keyboard(key);
  await until(noticeText).toBe(notice);
  expect(shown.commands('seekTo')).toEqual([[seconds, true]]);
});

test('Ctrl and the right arrow seeks to the next chapter and shows its name, and does nothing in the last chapter', async () => {
  const step = async (key: string): Promise<void> => userEvent.keyboard(`{Control>}{${key}}{/Control}`);
  await step('ArrowRight');
  await until(noticeText).toBe('Sky');
  await shown.clock.advance(1_000);
  await step('ArrowRight');
  expect(noticeText()).toBe('');
  expect(shown.commands('seekTo')).toEqual([[70, true]]);
});

test('keys change the speed only between 0.25× and 3×, and the notice shows the limit', async () => {
  await userEvent.keyboard('<<<<<');
  await until(noticeText).toBe('0.25×');
  expect(shown.commands('setPlaybackRate')).toEqual([[0.75], [0.5], [0.25]]);
  await userEvent.keyboard('>'.repeat(13));
  await until(noticeText).toBe('3×');
  expect(shown.commands('setPlaybackRate').slice(-2)).toEqual([[2.75], [3]]);
});

test('arrows keep the volume between 0 and 100 %; the up arrow unmutes, the down arrow stays muted', async () => {
  await userEvent.keyboard('{ArrowUp}');
  await until(noticeText).toBe('100%');
  shown.media.volume = 0.05;
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await until(noticeText).toBe('0%');
  shown.media.volume = 0.4;
  await userEvent.keyboard('m{ArrowDown}');
  await until(noticeText).toBe('Muted');
  await userEvent.keyboard('{ArrowUp}');
  await until(noticeText).toBe('45%');
  expect(executed()).toEqual([
    ...[['setVolume', 100], ['setVolume', 0], ['setVolume', 0], ['mute'], ['unMute'], ['setVolume', 45]],
  ]);
});

test('the keys for single frames do nothing while the video plays', async () => {
  shown.player.goTo(PLAYER_STATE.playing);
  const before = executed().length;
  await userEvent.keyboard(',.');
  expect([executed().length, noticeText()]).toEqual([before, '']);
});

test('with disablekb=1 keys do nothing, and no control names a shortcut', async () => {
  document.querySelector('main')?.remove();
  await show({}, 'disablekb=1');
  await userEvent.keyboard('k5?');
  expect([executed(), drawn('dialog')]).toEqual([[], []]);
  const named = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts], [data-tooltip*="("]')];
  expect(named.map(({ ariaLabel, className }) => ariaLabel ?? className)).toEqual([]);
});
