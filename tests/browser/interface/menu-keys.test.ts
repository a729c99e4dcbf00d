import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { drawn } from './support/elements.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { chosenTexts, enterRow, focusedName, inPanel, openByKey, radioTexts, rowOf } from './support/panel-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer(ADJUSTABLE);
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
});

/** Presses the keys; returns the name of the focused element after each. */
async function walk(...keys: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const key of keys) {
    await userEvent.keyboard(key);
    names.push(focusedName());
  }
  return names;
}

test('arrows move through the lines of a menu and wrap at its ends, Home and End go to the ends', async () => {
  await openByKey('settings');
  expect(focusedName()).toBe('QualityAuto (720p)');
  expect(await walk('{ArrowDown}', '{ArrowUp}', '{ArrowUp}', '{ArrowDown}', '{End}', '{Home}')).toEqual([
    'SpeedNormal',
    'QualityAuto (720p)',
    'More settings',
    'QualityAuto (720p)',
    'More settings',
    'QualityAuto (720p)',
  ]);
});

test('arrows skip lines that are hidden at this frame size', async () => {
  await openByKey('more');
  const lines = inPanel('.menu-item').map(({ textContent }) => textContent);
  expect(lines).not.toContain('Settings');
  expect(await walk('{Home}', ...lines.map(() => '{ArrowDown}'))).toEqual([...lines, lines[0]]);
});

test('in a radio group up and down move without choosing, and Home and End go to the ends', async () => {
  await openByKey('settings');
  await enterRow('quality', 'Quality');
  expect(radioTexts()).toEqual(['Auto (720p)', '1080p', '720p', '480p']);
  expect(focusedName()).toBe('Auto (720p)');
  expect(await walk('{ArrowDown}', '{ArrowUp}', '{ArrowUp}', '{ArrowDown}', '{Home}', '{End}')).toEqual([
    '1080p',
    'Auto (720p)',
    '480p',
    'Auto (720p)',
    'Auto (720p)',
    '480p',
  ]);
  expect([shown.player.executed, chosenTexts()]).toEqual([[], ['Auto (720p)']]);
});

test('Tab stops in a radio group once, at the chosen option', async () => {
  await openByKey('settings');
  await enterRow('quality', 'Quality');
  expect(await walk('{Shift>}{Tab}{/Shift}', '{Tab}', '{Tab}', '{Tab}')).toEqual([
    'Back: Quality',
    'Auto (720p)',
    'Back: Quality',
    'Auto (720p)',
  ]);
});

test.each(['{Enter}', ' '])('the key %j chooses the focused option', async (key) => {
  await openByKey('settings');
  await enterRow('quality', 'Quality');
  await userEvent.keyboard(`{Home}{ArrowDown}${key}`);
  expect(shown.commands('setPlaybackQuality')).toEqual([['hd1080']]);
});

test('arrows move from Back through the lines of the menu, not within its radio group', async () => {
  await openByKey('settings');
  await enterRow('captions', 'Captions');
  rowOf('Caption style').focus();
  expect(await walk('{ArrowUp}', '{ArrowDown}', '{ArrowDown}', '{ArrowDown}')).toEqual([
    'Back: Captions',
    'Caption style',
    'Off',
    'English',
  ]);
});

test('a submenu focuses its chosen option, and leaving it focuses the line that opened it', async () => {
  await openByKey('settings');
  await enterRow('audio', 'Audio track');
  expect(focusedName()).toBe('English');
  expect(await walk('{Shift>}{Tab}{/Shift}', '{Enter}')).toEqual(['Back: Audio track', 'Audio trackEnglish']);
  await enterRow('captions', 'Captions');
  await enterRow('captionStyle', 'Caption style');
  expect(await walk('{Escape}', '{Escape}')).toEqual(['Caption style', 'CaptionsOff']);
});

test.each([
  ['en', '{ArrowRight}', '{ArrowLeft}'],
  ['ar', '{ArrowLeft}', '{ArrowRight}'],
])('with hl=%s the key %s opens the submenu of a line, and %s returns to that line', async (hl, open, leave) => {
  document.querySelector('main')?.remove();
  shown = await showPlayer(ADJUSTABLE, { query: `hl=${hl}` });
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
  await openByKey('settings');
  const first = focusedName();
  await userEvent.keyboard(open);
  await until(() => inPanel('.menu-back').length).toBe(1);
  expect(chosenTexts()).toHaveLength(1);
  await userEvent.keyboard(leave);
  await until(focusedName).toBe(first);
  await userEvent.keyboard(leave);
  expect(focusedName()).toBe(first);
});
