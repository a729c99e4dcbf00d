import { expect } from 'vitest';
import { KEY_ACTIONS } from '../../../src/page/interface/layout/key-table.ts';
import type { PageOptions } from '../support/browser.ts';
import { WIDE } from '../support/contexts.ts';
import { currentTime, pause, waitForControls, waitForState } from '../support/player-page.ts';
import { KEY_EFFECTS, pressEveryKey } from './support/key-effects.ts';
import { focusedName, hasVisibleFocus, tabThrough } from './support/keys.ts';
import { test, type Product } from '../support/test.ts';

/**
 * Paused in the middle, so that seeks in both directions are possible. The address gives consent: without it the player
 * offers to save the place after a pause, but not after a pause near the start, as on an idle machine.
 */
async function paused(
  product: Product,
  path = '/embed/orieldemo01?autoplay=1&mute=1&consent=functional',
  options: PageOptions = {},
) {
  const opened = await product.open(path, options);
  const { page } = opened;
  await waitForControls(page);
  await pause(page);
  await page.keyboard.press('5');
  await expect.poll(() => currentTime(page)).toBeCloseTo(14, 0);
  return opened;
}

const LIST = '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1&consent=functional';
test('focus is never lost on the way from the poster into the player', { tags: ['thorough'] }, async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?mute=1');
  await waitForState(page, 'cued');
  for (const name of ['Four small worlds', 'Oriel', 'Play']) {
    await page.keyboard.press('Tab');
    expect([await focusedName(page), await hasVisibleFocus(page)]).toEqual([name, true]);
  }
  await page.keyboard.press('Enter');
  await waitForState(page, 'playing');
  await expect.poll(() => focusedName(page)).toBe('Pause');
  expect(await page.evaluate(() => document.activeElement?.closest('.control-bar') !== null)).toBe(true);
  await page.keyboard.press('Space');
  await waitForState(page, 'paused');
  expect(await focusedName(page)).toBe('Play');
});

test('Tab moves through all controls in visual order, and out again', async ({ product }) => {
  const { page, problems } = await paused(product, LIST, { viewport: WIDE });
  const names = (await tabThrough(page)).filter((name) => !/^Picture-in-picture$/.test(name));
  const actions = ['Four small worlds', 'Oriel', 'Unmute', 'Subscribe: Oriel', 'Playlist', 'Share', 'More'];
  expect(names.slice(0, actions.length)).toEqual(actions);
  expect(names.slice(actions.length, actions.length + 7)).toEqual([
    'Seek',
    'Play',
    'Previous video',
    'Next video',
    'Unmute',
    'Volume',
    'Time remaining',
  ]);
  expect(names.slice(-3)).toEqual(['Captions', 'Settings', 'Full screen']);
  const shortcuts = await page.evaluate(() =>
    [...document.querySelectorAll('.control-bar [aria-keyshortcuts]')].map((one) => one.ariaKeyShortcuts),
  );
  expect(shortcuts).toEqual(expect.arrayContaining(['k', 'Shift+P', 'Shift+N', 'm', 'c', 'f']));
  expect(problems).toEqual([]);
});

test('every keyboard shortcut has its effect', async ({ product }) => {
  expect(Object.keys(KEY_EFFECTS).sort()).toEqual([...KEY_ACTIONS.all.keys()].sort());
  const { page, problems } = await paused(product, '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1');
  await pressEveryKey(page.mainFrame());
  expect(problems).toEqual([]);
});
