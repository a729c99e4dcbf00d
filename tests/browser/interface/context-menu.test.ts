import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { VIDEO } from '../../support/fake-player.ts';
import { boxOf, drawn, find } from './support/elements.ts';
import { give } from './support/give.ts';
import { focusedName, openPanel, panelName, rowOf, waitForPanel, waitUntilClosed } from './support/panel-parts.ts';
import { mouse, type Point } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;
const written: string[] = [];

beforeEach(async () => {
  written.length = 0;
  give(navigator, 'clipboard', { writeText: async (text: string) => void written.push(text) });
  shown = await showPlayer({ position: { seconds: 13.6, atMs: 0, rate: 0 } }, { size: [800, 500] });
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
});

async function openAt(point: Point): Promise<HTMLElement> {
  await mouse.click(point, 'right');
  return waitForPanel('Menu');
}

const noticeText = (): string => find('.notices').textContent;
/** The path and query of a player address, without the place that it is served from. */
const pathOf = (address = ''): string => address.replace(/^.*\/embed/, '/embed');

test('a right click on the picture opens the context menu there, with the focus on its first line, and does not pause', async () => {
  const menu = await openAt([200, 100]);
  const { left, top } = menu.getBoundingClientRect();
  expect([left, top]).toEqual([200, 100]);
  expect(focusedName()).toBe('Loop');
  expect(shown.player.executed).toEqual([]);
});

test.each<Point>([
  [799, 499],
  [799, 1],
  [1, 1],
  [400, 499],
])('a context menu that is opened at %i, %i lies inside the frame', async (...point) => {
  await openAt(point);
  const { left, top, right, bottom } = boxOf('.context-menu');
  expect(left).toBeGreaterThanOrEqual(8);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(right).toBeLessThanOrEqual(792);
  expect(bottom).toBeLessThanOrEqual(492);
});

test('the context-menu key opens the context menu, and Escape returns the focus to the control that had it', async () => {
  const more = find('.top-more');
  more.focus();
  // Chromium reports the middle of the element with the focus.
  const { left, top, width, height } = more.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  more.dispatchEvent(new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }));
  await waitForPanel('Menu');
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  expect(focusedName()).toBe('More');
});

test('a right click beside an open context menu moves the menu there', async () => {
  await openAt([200, 100]);
  find('dialog').dispatchEvent(
    new MouseEvent('contextmenu', { clientX: 500, clientY: 150, bubbles: true, cancelable: true }),
  );
  await until(() => openPanel()?.getBoundingClientRect().left).toBe(500);
  expect(document.querySelectorAll('dialog').length).toBe(1);
});

test('a field keeps the browser’s own menu, which can copy and paste', async () => {
  const field = find('main').appendChild(document.createElement('input'));
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  field.dispatchEvent(event);
  expect([event.defaultPrevented, panelName()]).toEqual([false, null]);
});

test('the link of the video is copied without a time, or with the time at which the context menu was opened', async () => {
  await openAt([200, 100]);
  await userEvent.click(rowOf('Copy link'));
  await until(noticeText).toBe('Copied');
  await openAt([200, 100]);
  shown.player.set({ position: { seconds: 19, atMs: 0, rate: 0 } });
  await userEvent.click(rowOf('Copy link at 0:13'));
  await until(() => written.map(pathOf)).toEqual(['/embed/orieldemo01', '/embed/orieldemo01?start=13']);
});

test('the embed code is copied with the title of the video', async () => {
  await openAt([200, 100]);
  await userEvent.click(rowOf('Copy embed code'));
  await waitUntilClosed();
  await until(() => written.length).toBe(1);
  expect(written[0]).toMatch(/^<iframe width="560" height="315" src="[^"]+\/embed\/orieldemo01"/);
  expect(written[0]).toContain(`title="${VIDEO.title}"`);
});

test('if neither the clipboard nor execCommand copies, a notice says so', async () => {
  give(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('denied')) });
  const copied: string[] = [];
  give(document, 'execCommand', () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value);
    return false;
  });
  await openAt([200, 100]);
  await userEvent.click(rowOf('Copy link'));
  await until(noticeText).toBe('Couldn’t copy');
  expect([copied.map(pathOf), document.querySelector('textarea')]).toEqual([['/embed/orieldemo01'], null]);
});

test('Loop is a switch that leaves the context menu open', async () => {
  shown.player.response = (command) => {
    if (command.name === 'setLoop') shown.player.set({ loop: command.arguments[0] });
    return { ok: true, value: undefined };
  };
  await openAt([200, 100]);
  expect([rowOf('Loop').role, rowOf('Loop').ariaChecked]).toEqual(['switch', 'false']);
  await userEvent.click(rowOf('Loop'));
  await until(() => rowOf('Loop').ariaChecked).toBe('true');
  await userEvent.click(rowOf('Loop'));
  expect([shown.commands('setLoop'), panelName()]).toEqual([[[true], [false]], 'Menu']);
});
