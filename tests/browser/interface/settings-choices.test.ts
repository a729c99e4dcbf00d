import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { succeed } from '../../../protocol/runtime/outcome.ts';
import { drawn, find, textsOf } from './support/elements.ts';
import { executedBy } from './support/executed.ts';
import {
  chosenTexts,
  enterRow,
  goDeeper,
  focusedName,
  openByKey,
  panelName,
  radioTexts,
  rowOf,
  rowTexts,
  waitUntilClosed,
} from './support/panel-parts.ts';
import { mouse, type Point } from './support/real-pointers.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ ...ADJUSTABLE, state: PLAYER_STATE.playing });
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
});

const executed = (): unknown[] => executedBy(shown.player);
const BESIDE: Point = [60, 150];

test.each([
  ['quality', 'Quality', '1080p', 'Quality: 1080p', [['setPlaybackQuality', 'hd1080']]],
  ['quality', 'Quality', 'Auto (720p)', 'Quality: Auto', [['setPlaybackQuality', 'auto']]],
  [
    'audio',
    'Audio track',
    'English (audio description)',
    'Audio track: English (audio description)',
    [['setOption', 'audio', 'track', 'en-desc']],
  ],
  ['dataUse', 'Data usage', 'On', 'Data saver: On', [['setDataSaver', 'on']]],
  ['dataUse', 'Data usage', '480p', 'Limit quality to: 480p', [['setMaxQuality', 'large']]],
  ['dataUse', 'Data usage', 'No limit', 'Limit quality to: No limit', [['setMaxQuality', 'auto']]],
  ['speed', 'Speed', '1.75×', '1.75×', [['setPlaybackRate', 1.75]]],
  [
    ...(['captions', 'Captions', 'English', 'Captions: English'] as const),
    [
      ['loadModule', 'captions'],
      ['setOption', 'captions', 'track', { languageCode: 'en' }],
    ],
  ],
  ['captions', 'Captions', 'Off', 'Captions off', [['unloadModule', 'captions']]],
])(
  'the choice of %s, made in %s, “%s” is a command of the viewer, closes the menu and is announced',
  async (...row) => {
    const [name, heading, choice, words, commands] = row;
    await enterRow(name, heading);
    await userEvent.click(rowOf(choice));
    await waitUntilClosed();
    expect(executed()).toEqual(commands);
    expect(new Set(shown.player.executed.map(({ by }) => by))).toEqual(new Set(['viewer']));
    expect(focusedName()).toBe('Settings');
    await until(() => textsOf('.notices[role="status"] .notice')).toEqual([words]);
  },
);

test.each([
  [
    'hd1080',
    '480p',
    [
      ['setMaxQuality', 'large'],
      ['setPlaybackQuality', 'auto'],
    ],
  ],
  [
    'hd1080',
    'On',
    [
      ['setDataSaver', 'on'],
      ['setPlaybackQuality', 'auto'],
    ],
  ],
  ['large', '480p', [['setMaxQuality', 'large']]],
  ['large', 'On', [['setDataSaver', 'on']]],
  ['hd1080', 'Off', [['setDataSaver', 'off']]],
  ['hd1080', 'No limit', [['setMaxQuality', 'auto']]],
] as const)(
  'a quality of %s that the viewer chose before gives way to a lower limit, here by “%s”',
  async (qualityChoice, choice, commands) => {
    shown.player.set({ qualityChoice });
    await enterRow('dataUse', 'Data usage');
    await userEvent.click(rowOf(choice));
    await waitUntilClosed();
    expect(executed()).toEqual(commands);
  },
);

test.each([
  [{ hd1080: 9e9, large: 280_000_000 }, 'Data saver ≤ 480p, about 280 MB an hour'],
  [{}, 'Data saver ≤ 480p'],
] as const)(
  'the data saver shows its best quality, and the data of an hour where %j is known',
  async (bytesPerHour, words) => {
    shown.player.set({ dataUse: { bytesPerHour, loadedBytes: 0 } });
    await enterRow('dataUse', 'Data usage');
    expect(textsOf('.menu-heading')).toEqual([words, 'Limit quality to']);
  },
);

test('a choice that the player has not carried out yet is not shown as chosen', async () => {
  await enterRow('speed', 'Speed');
  await userEvent.click(rowOf('2×'));
  await waitUntilClosed();
  await openByKey('settings');
  await enterRow('speed', 'Speed');
  expect(chosenTexts()).toEqual(['Normal']);
  shown.player.set({ playbackRate: 2 });
  await until(chosenTexts).toEqual(['2×']);
});

test('keys on the slider and its buttons change the speed by a twentieth, and leave the menu open', async () => {
  shown.player.response = (command) => {
    if (command.name === 'setPlaybackRate') shown.player.set({ playbackRate: command.arguments[0] });
    return succeed(undefined);
  };
  await enterRow('speed', 'Speed');
  find('.speed-row input').focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(shown.commands('setPlaybackRate')).toEqual([[1.05], [1.1], [1.05]]);
  expect(chosenTexts()).toEqual([]);
  await userEvent.click(find('.speed-row [aria-label="Faster"]'));
  await until(() => find('.speed-row output').textContent).toBe('1.1×');
  await userEvent.click(find('.speed-row [aria-label="Slower"]'));
  await userEvent.click(find('.speed-row [aria-label="Slower"]'));
  await until(chosenTexts).toEqual(['Normal']);
  find('.speed-row input').focus();
  await userEvent.keyboard('{End}');
  expect(shown.commands('setPlaybackRate').at(-1)).toEqual([3]);
  expect(panelName()).toBe('Settings');
});

test('after a choice has closed the menu, the first click on the picture does not pause, and the second does', async () => {
  await enterRow('speed', 'Speed');
  await userEvent.click(rowOf('1.5×'));
  await waitUntilClosed();
  await mouse.click(BESIDE);
  expect(shown.commands('pauseVideo')).toEqual([]);
  await mouse.click(BESIDE);
  expect(shown.commands('pauseVideo')).toEqual([[]]);
});

test('the switch of the loop leaves the menu open, and follows the host as well', async () => {
  await goDeeper();
  await userEvent.click(rowOf('Loop'));
  expect([shown.commands('setLoop'), panelName()]).toEqual([[[true]], 'Settings']);
  shown.player.set({ loop: true });
  await until(() => rowOf('Loop').ariaChecked).toBe('true');
  await userEvent.click(rowOf('Loop'));
  expect(shown.commands('setLoop')).toEqual([[true], [false]]);
});

test('stable volume is a switch that leaves the menu open, a boost a choice that closes it; the line has both', async () => {
  await goDeeper();
  expect(rowTexts().some((row) => row.startsWith('Sound'))).toBe(false);
  shown.player.set({ mediaPath: 'worker' });
  await until(rowTexts).toContain('Sound: Normal');
  await enterRow('sound', 'Sound');
  expect([radioTexts(), chosenTexts()]).toEqual([['Off', '125%', '150%', '175%', '200%'], ['Off']]);
  await userEvent.click(rowOf('Stable volume'));
  await until(() => rowOf('Stable volume').ariaChecked).toBe('true');
  await userEvent.click(rowOf('150%'));
  await waitUntilClosed();
  await until(() => textsOf('.notices[role="status"] .notice')).toEqual(['Volume boost: 150%']);
  await openByKey('settings');
  await goDeeper();
  expect(rowTexts()).toContain('Sound: Stable volume, 150%');
  expect(shown.reports).toEqual([]);
});
