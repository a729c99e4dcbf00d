import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { profilerPanel } from '../../../src/page/interface/profiler/profiler-panel.ts';
import { drawn, find } from './support/elements.ts';
import { openInterface } from './support/open-interface.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(1280, 720));

/** Whether the middle of an element is what a press there would meet. */
function isOnTop(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

async function openBesideTitle() {
  const opened = await openInterface();
  opened.mount(opened.features);
  const bar = opened.given.page.root.appendChild(document.createElement('div'));
  bar.className = 'title-bar';
  bar.innerHTML = '<h1 class="title"><a class="title-link" href="#watch">Four small worlds</a></h1>';
  // As in the page, where the interface lies above it.
  opened.container.before(bar);
  opened.features.get(profilerPanel).open('address');
  await until(() => drawn('.profiler').length).toBe(1);
  return find('.title-link');
}

test.each([
  [1280, 720],
  [640, 360],
])('at %i × %i the stats panel covers no link beside the title', async (...size) => {
  await frame.viewport(...size);
  expect(isOnTop(await openBesideTitle())).toBe(true);
});

test('in a frame without room the stats panel makes way for a link beside the title that a keyboard reaches', async () => {
  await frame.viewport(320, 180);
  const link = await openBesideTitle();
  expect(isOnTop(link)).toBe(false);
  link.focus({ focusVisible: true } as FocusOptions);
  await until(() => isOnTop(link)).toBe(true);
  link.blur();
  await until(() => isOnTop(link)).toBe(false);
});

test('closed in a frame where it hides the button that opened it, it returns the focus there', async () => {
  await frame.viewport(400, 250);
  // A frame without room opens a window, unless the host refuses.
  const opening = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opening.mockRestore());
  const opened = await openInterface();
  opened.mount(opened.features);
  await until(() => drawn('.top-more').length).toBe(1);
  find('.top-more').focus();
  opened.features.get(profilerPanel).open('menu');
  await until(() => document.activeElement?.textContent).toBe('Stats');
  await until(() => drawn('.top-more')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await until(() => document.activeElement).toBe(find('.top-more'));
});

test('with the focus on a control, Escape closes the stats panel, and a menu before it', async () => {
  const opened = await openInterface();
  opened.mount(opened.features);
  opened.features.get(profilerPanel).open('menu');
  await until(() => drawn('.profiler').length).toBe(1);
  find('.settings-button').focus();
  await userEvent.keyboard('{Enter}');
  await until(() => drawn('dialog').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await until(() => drawn('dialog')).toEqual([]);
  expect(drawn('.profiler').length).toBe(1);
  expect(document.activeElement).toBe(find('.settings-button'));
  // The first one takes away the name of the control, if that is shown.
  await userEvent.keyboard('{Escape}{Escape}');
  await until(() => drawn('.profiler')).toEqual([]);
  expect(document.activeElement).toBe(find('.settings-button'));
});
