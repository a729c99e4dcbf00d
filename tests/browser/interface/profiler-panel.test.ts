import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { profilerPanel } from '../../../src/page/interface/profiler/profiler-panel.ts';
import { drawn, find } from './support/elements.ts';
import { openByKey, panelName, waitUntilClosed } from './support/panel-parts.ts';
import { mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ state: PLAYER_STATE.playing }, { size: [1_280, 720] });
  shown.features.get(profilerPanel).open('address');
  await until(() => drawn('.profiler, .control-bar').length).toBe(2);
});

const selectedTab = (): string | null => find('.profiler [aria-selected="true"]').textContent;
const pressTab = (name: string): Promise<void> => {
  const { left, top, width, height } = find(`#profiler-tab-${name}`).getBoundingClientRect();
  return mouse.click([left + width / 2, top + height / 2]);
};

test('while a menu is open the profiler stays in use, and a press on the picture only closes the menu', async () => {
  await openByKey('settings');
  await pressTab('Workers');
  expect([selectedTab(), panelName()]).toEqual(['Workers', 'Settings']);
  await mouse.click([60, 150]);
  await waitUntilClosed();
  expect(shown.player.executed).toEqual([]);
  await mouse.click([60, 150]);
  expect(shown.player.executed.map(({ command }) => command.name)).toEqual(['pauseVideo']);
});

test('a sheet leaves the profiler uncovered', async () => {
  await openByKey('share');
  await pressTab('Threads');
  expect([selectedTab(), panelName()]).toEqual(['Threads', 'Share']);
});

test('Escape closes the profiler from inside of it, and neither from the picture nor after a menu', async () => {
  shown.media.tabIndex = 0;
  shown.media.focus();
  await userEvent.keyboard('{Escape}');
  await openByKey('settings');
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  await userEvent.keyboard('{Escape}');
  expect(drawn('.profiler').length).toBe(1);
  find('#profiler-tab-Stats').focus();
  await userEvent.keyboard('{Escape}');
  await until(() => drawn('.profiler').length).toBe(0);
});
