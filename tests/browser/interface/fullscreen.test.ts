import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { all, boxOf, drawn, find, middleOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const BUTTON = ':is([data-icon="fullscreen"], [data-icon="exitFullscreen"])';

interface Screen {
  /** Requests to the browser, in order. */
  readonly asked: string[];
  readonly isFull: () => boolean;
}

/** Replaces the full-screen API by a record: real full screen would leave the frame of the test runner. */
function giveScreen({ root }: Pick<ShownPlayer, 'root'>, request?: () => Promise<void>): Screen {
  const asked: string[] = [];
  let element: Element | null = null;
  const change = (next: Element | null): void => {
    element = next;
    Object.defineProperty(document, 'fullscreenElement', { value: next, configurable: true });
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  give(document, 'fullscreenElement', null);
  give(document, 'exitFullscreen', async () => {
    asked.push('exit');
    change(null);
  });
  give(screen.orientation, 'lock', async (side: string) => void asked.push(side));
  root.requestFullscreen = async () => {
    asked.push('enter');
    await request?.();
    change(root);
  };
  return { asked, isFull: () => element === root };
}

async function showScreen(...given: Parameters<typeof showPlayer>): Promise<ShownPlayer & Screen> {
  give(document, 'fullscreenEnabled', true);
  const shown = await showPlayer(...given);
  await until(() => all('.control-bar').length).toBe(1);
  return { ...shown, ...giveScreen(shown) };
}

test('the full-screen button requests full screen for the whole player, and locks a phone to landscape for a landscape video', async () => {
  const { asked, media, isFull } = await showScreen(HUNDRED);
  give(media, 'videoWidth', 1920);
  give(media, 'videoHeight', 1080);
  await mouse.click(middleOf(BUTTON));
  expect(isFull()).toBe(true);
  await until(() => asked).toEqual(['enter', 'landscape']);
});

test('a second press on the full-screen button exits full screen', async () => {
  const { asked, isFull } = await showScreen(HUNDRED);
  await mouse.click(middleOf(BUTTON));
  await until(isFull).toBe(true);
  await mouse.click(middleOf(BUTTON));
  await until(isFull).toBe(false);
  expect(asked.at(-1)).toBe('exit');
});

test('the key F and a double click on the picture toggle full screen', async () => {
  const { isFull } = await showScreen(HUNDRED);
  await userEvent.keyboard('f');
  await until(isFull).toBe(true);
  await userEvent.dblClick(find('.media'), { position: { x: 320, y: 60 } });
  await until(isFull).toBe(false);
});

test('with fs=0 the full-screen button is missing, and the key F and a double click do nothing', async () => {
  const { asked } = await showScreen(HUNDRED, { query: 'fs=0' });
  expect(all(BUTTON)).toEqual([]);
  await userEvent.keyboard('f');
  await userEvent.dblClick(find('.media'), { position: { x: 320, y: 60 } });
  expect(asked).toEqual([]);
});

test('a frame whose host does not allow full screen has no full-screen button', async () => {
  give(document, 'fullscreenEnabled', false);
  await showPlayer(HUNDRED);
  await until(() => drawn('.control-bar').length).toBe(1);
  expect(all(BUTTON)).toEqual([]);
});

test('a refused request for full screen leaves the button as it is, and reports no error', async () => {
  give(document, 'fullscreenEnabled', true);
  const shown = await showPlayer(HUNDRED);
  await until(() => drawn('.control-bar').length).toBe(1);
  const screenOf = giveScreen(shown, () => Promise.reject(new TypeError('refused')));
  await mouse.click(middleOf(BUTTON));
  await until(() => screenOf.asked).toEqual(['enter']);
  expect([screenOf.isFull(), find(BUTTON).ariaLabel, shown.reports]).toEqual([false, 'Full screen', []]);
});

test.each([
  [200, 113],
  [320, 180],
  [640, 360],
])('in a frame of %i × %i the full-screen button is at the right end of the bar', async (width, height) => {
  await showScreen(HUNDRED, { size: [width, height] });
  const { left, right, bottom } = boxOf(BUTTON);
  expect([right <= width, bottom <= height]).toEqual([true, true]);
  const others = drawn('.control-row button').filter((one) => one !== find(BUTTON));
  for (const other of others) expect(other.getBoundingClientRect().right).toBeLessThanOrEqual(left + 1);
});
