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

test('a stats panel that covers the button that opened it returns the focus to the button when it closes', async () => {
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
