import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PRESS } from '../../support/thread-recordings.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { profilerPanel } from '../../../src/page/interface/profiler/profiler-panel.ts';
import { recordInput } from '../../../src/page/telemetry/record-input.ts';
import { all, drawn, find, withText } from './support/elements.ts';
import { openByKey, panelName, waitUntilClosed } from './support/panel-parts.ts';
import { mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;
let tickCount: number;

beforeEach(async () => {
  tickCount = 0;
  shown = await showPlayer({ state: PLAYER_STATE.playing }, { size: [1_280, 720] });
  shown.features.get(profilerPanel).open('address');
  await until(() => drawn('.profiler, .control-bar').length).toBe(2);
});

/** Lets the panel read the threads again, at most ten times before its worker responds: the worker’s deadline is 8 s of the same clock. */
async function tick(): Promise<void> {
  const hasAnswered = all('.profiler-table tbody th').length > 0;
  if (!hasAnswered) tickCount += 1;
  if (tickCount <= 10) await shown.clock.advance(500);
}

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

test.each([
  ['settings', 'fine'],
  ['settings', 'coarse'],
  ['more', 'fine'],
  ['more', 'coarse'],
  ['share', 'fine'],
] as const)(
  'above the profiler the menu %s with a %s pointer lies in the frame and does not cover it',
  async (name, pointer) => {
    await frame.viewport(640, 360);
    await until(() => shown.root.dataset['profiler']).toBe('under');
    shown.root.dataset['pointer'] = pointer;
    const { top, bottom } = (await openByKey(name)).getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(find('.profiler').getBoundingClientRect().top);
    expect(bottom - top).toBeGreaterThan(80);
  },
);

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

/** Records spans with long names, and opens the table once it lists them. */
async function showTable(): Promise<void> {
  const { spans } = shown.given.page;
  const nowMs = performance.now();
  recordInput(spans, nowMs - 300, nowMs - 200, PRESS);
  spans.ring.add('infrastructure.reportPrivacyData' as never, nowMs - 400, 12_600, 0, 8, nowMs - 100);
  spans.ring.add('infrastructure.flush', nowMs - 400, 12_600, 0, 9, nowMs - 100);
  find('#profiler-tab-Threads').click();
  await until(() => drawn('.profiler-plot').length).toBe(1);
  withText('.profiler-tools button', 'Table').click();
  await until(async () => {
    await tick();
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

/** Visible height of an element in the panel, in CSS pixels. */
function seenPx(selector: string): number {
  const [element, view] = [find(selector), find('.profiler-view')].map((one) => one.getBoundingClientRect());
  if (element === undefined || view === undefined) return 0;
  return Math.min(element.bottom, view.bottom) - Math.max(element.top, view.top);
}

/**
 * Tasks of more than 50 ms, until the browser has described the frame of one: of a frame that draws it tells nothing without a screen,
 * and parts of the player may still move.
 */
async function makeLongFrame(): Promise<void> {
  let isDescribed = false;
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    isDescribed = true;
  }).observe({ type: 'long-animation-frame' });
  await until(() => {
    const startMs = performance.now();
    while (performance.now() < startMs + 120);
    return isDescribed;
  }).toBe(true);
}

test.each([
  [1_280, 720, 'fine'],
  [640, 360, 'fine'],
  [640, 360, 'coarse'],
  [360, 640, 'coarse'],
])('at %i × %i with a %s pointer the lanes and where the worst frame went are in sight together', async (...given) => {
  const [width, height, pointer] = given;
  await frame.viewport(width, height);
  shown.root.dataset['pointer'] = pointer;
  find('#profiler-tab-Threads').click();
  await until(() => drawn('.profiler-plot').length).toBe(1);
  const panel = find('.profiler').getBoundingClientRect();
  expect(seenPx('.profiler-plot')).toBeGreaterThan(60);
  await makeLongFrame();
  console.log('long');
  await until(async () => {
    await tick();
    withText('.profiler-frame button', 'Worst frame (w)').click();
    console.log(find('.profiler-answer').textContent, all('.profiler-table tbody th').length);
    return find('.profiler-answer').textContent;
  }).toContain('Long frame of main at ');
  console.log(
    'answer',
    seenPx('.profiler-answer'),
    seenPx('.profiler-plot'),
    panel.right,
    width,
    document.documentElement.scrollWidth,
    JSON.stringify(
      all('.profiler :is(button, input, [role="tab"])').map((one) => [
        one.textContent,
        one.ariaLabel,
        one.getBoundingClientRect().width,
        one.getBoundingClientRect().height,
      ]),
    ),
  );
  expect(seenPx('.profiler-answer')).toBeGreaterThan(16);
  expect(seenPx('.profiler-plot')).toBeGreaterThan(40);
  expect([panel.right <= width, document.documentElement.scrollWidth <= width]).toEqual([true, true]);
  const smallest = all('.profiler :is(button, input, [role="tab"])').map((one) => one.getBoundingClientRect());
  const leastPx = pointer === 'coarse' ? 44 : 24;
  expect(smallest.filter((box) => Math.min(box.width, box.height) < leastPx)).toEqual([]);
});
