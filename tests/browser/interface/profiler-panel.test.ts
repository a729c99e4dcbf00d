import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PRESS } from '../../support/thread-recordings.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { profilerPanel } from '../../../src/page/interface/profiler/profiler-panel.ts';
import { all, drawn, find, withText } from './support/elements.ts';
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

/** Spans of main with long names, read and in the table; what the panel shows of the newest 10 s. */
async function showTable(): Promise<void> {
  const { ring } = shown.given.page.profiled.spans;
  const nowMs = performance.now();
  ring.addInput(nowMs - 300, nowMs - 200, PRESS);
  ring.add('infrastructure.reportPrivacyData' as never, nowMs - 400, 12_600, 0, 8, nowMs - 100);
  ring.add('infrastructure.flush', nowMs - 400, 12_600, 0, 9, nowMs - 100);
  find('#profiler-tab-Threads').click();
  await until(() => drawn('.profiler-plot').length).toBe(1);
  withText('.profiler-tools button', 'Table').click();
  await until(async () => {
    await shown.clock.advance(500);
    return all('.profiler-spans tbody tr').length;
  }).toBeGreaterThan(2);
}

const linesOf = (cell: HTMLElement): number => {
  const range = new Range();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
};

test.each([
  [1_280, 720],
  [640, 360],
  [360, 640],
])('at %i × %i the tables fit in their panel, and no number breaks', async (...size) => {
  await frame.viewport(...size);
  await showTable();
  const view = find('.profiler-view');
  expect(view.scrollWidth).toBeLessThanOrEqual(view.clientWidth);
  const numbers = all('.profiler-table td:not(.profiler-words)').filter(({ textContent }) => /\d/.test(textContent));
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers.filter((cell) => linesOf(cell) > 1).map(({ textContent }) => textContent)).toEqual([]);
});
