import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { nextFrame } from './support/elements.ts';
import { overlaps } from './support/overlaps.ts';
import { setTextSize } from './support/text-size.ts';
import { until } from './support/until.ts';

// WCAG 1.4.13: content shown on hover or focus is dismissible, hoverable and persistent.

beforeEach(() => frame.viewport(900, 500));

const MINUTE_MS = 60_000;
const CONTROL = '[data-icon="settings"]';

/** Opens the interface with the mouse on the picture. */
async function open(): Promise<OpenInterface> {
  const opened = await openInterface();
  opened.mount(opened.features);
  await until(() => opened.container.querySelectorAll('.control-bar [data-tooltip]').length).toBeGreaterThan(2);
  await userEvent.hover(opened.given.page.media, { position: { x: 450, y: 200 } });
  return opened;
}

function find(container: HTMLElement, selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
}

const shown = ({ container }: OpenInterface): string | null => container.querySelector('.bubble')?.textContent ?? null;

const point = ({ container }: OpenInterface, selector: string): Promise<void> =>
  userEvent.hover(find(container, selector));

/** Waits until the bubble of the control under the mouse is shown. */
async function wait(opened: OpenInterface): Promise<void> {
  await opened.clock.advance(350);
  await until(() => shown(opened)).not.toBeNull();
}

test('a bubble is persistent: it stays for as long as the pointer is on its control', async () => {
  const opened = await open();
  await point(opened, CONTROL);
  await wait(opened);
  await opened.clock.advance(MINUTE_MS);
  expect(shown(opened)).toBe('Settings');
});

test('a bubble is hoverable: the pointer may move onto it, and it disappears shortly after the pointer has left both', async () => {
  const opened = await open();
  await point(opened, CONTROL);
  await wait(opened);
  await point(opened, '.bubble');
  await opened.clock.advance(MINUTE_MS);
  expect(shown(opened)).toBe('Settings');
  await point(opened, '.control-row');
  await opened.clock.advance(299);
  expect(shown(opened)).toBe('Settings');
  await opened.clock.advance(1);
  await until(() => shown(opened)).toBeNull();
});

test('a bubble is dismissible: Escape takes it away, and it stays away until the pointer has left the control', async () => {
  const opened = await open();
  await point(opened, CONTROL);
  await wait(opened);
  await userEvent.keyboard('{Escape}');
  await until(() => shown(opened)).toBeNull();
  await opened.clock.advance(MINUTE_MS);
  expect(shown(opened)).toBeNull();
  await point(opened, '.time');
  await point(opened, CONTROL);
  await wait(opened);
});

test('a bubble shows the new name of a control that a press renames', async () => {
  const opened = await open();
  const control = find(opened.container, '.bar-play');
  opened.features.playback.attention.send('controlFocused');
  control.focus();
  await until(() => shown(opened)).toBe('Play (k)');
  await userEvent.keyboard('{Enter}');
  await until(() => shown(opened)).toBe('Pause (k)');
});

test('every control that shows only an icon has a bubble, inside the frame', async () => {
  const opened = await open();
  const { container } = opened;
  const controls = [...container.querySelectorAll<HTMLElement>('.icon-button')].filter((one) => one.checkVisibility());
  expect(controls.length).toBeGreaterThan(5);
  for (const control of controls) {
    await userEvent.hover(control);
    await opened.clock.advance(350);
    await until(() => shown(opened)).toContain(control.ariaLabel);
    const { left, right } = find(container, '.bubble').getBoundingClientRect();
    expect([control.ariaLabel, left >= 0 && right <= innerWidth]).toEqual([control.ariaLabel, true]);
  }
});

test.each([
  [640, 360, 32],
  [640, 360, 16],
  [480, 270, 24],
])('in a frame of %i × %i with text of %i px the bubble of a control covers no words of captions', async (...size) => {
  const [width, height, textPx] = size;
  await frame.viewport(width, height);
  await setTextSize(textPx);
  const opened = await openInterface({
    captions: captionsOf([cueOf('The sea is wide and the sand is warm,\nand every shell has a song.')]),
  });
  opened.mount(opened.features);
  await waitForCues(1);
  await userEvent.tab();
  find(opened.container, '.bar-play').focus();
  await until(() => shown(opened)).toBe('Play (k)');
  // Captions make room after the layout.
  await nextFrame();
  await nextFrame();
  for (const animation of document.getAnimations()) animation.finish();
  expect(overlaps(['.bubble', '.caption-line', '.control-row button'])).toEqual([]);
});
