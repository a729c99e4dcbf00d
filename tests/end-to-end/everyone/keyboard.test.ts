import type { Page } from 'playwright';
import { expect } from 'vitest';
import { KEY_ACTIONS } from '../../../src/page/interface/keyboard/key-table.ts';
import type { PageOptions } from '../support/browser.ts';
import { WIDE } from '../support/contexts.ts';
import { forgetNotices, lastNotice } from '../support/notices.ts';
import { currentTime, pause, waitForControls, waitForState } from '../support/player-page.ts';
import { KEY_EFFECTS, pressEveryKey } from './support/key-effects.ts';
import { expectSeek, focusName, hasVisibleFocus, tabThrough } from './support/keys.ts';
import { test, type Product } from '../support/test.ts';

/**
 * Paused a few seconds in, so that seeks in both directions are possible. With consent, no pause asks whether to save the
 * place: a busy machine pauses in the middle, where it is asked, an idle one at the start.
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
const isOpen = (page: Page, selector: string) => page.locator(selector).count();

test('from the poster into the player: focus is never lost', { tags: ['thorough'] }, async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?mute=1');
  await waitForState(page, 'cued');
  for (const name of ['Four small worlds', 'Oriel', 'Play']) {
    await page.keyboard.press('Tab');
    expect([await focusName(page), await hasVisibleFocus(page)]).toEqual([name, true]);
  }
  await page.keyboard.press('Enter');
  await waitForState(page, 'playing');
  await expect.poll(() => focusName(page)).toBe('Pause');
  expect(await page.evaluate(() => document.activeElement?.closest('.control-bar') !== null)).toBe(true);
  await page.keyboard.press('Space');
  await waitForState(page, 'paused');
  expect(await focusName(page)).toBe('Play');
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

test('every menu opens, works and closes by keyboard alone, and focus returns', async ({ product }) => {
  const { page } = await paused(product);
  await page.locator('[data-opens="settings"]').focus();
  await page.keyboard.press('Space');
  await page.locator('.settings').waitFor();
  expect(await hasVisibleFocus(page)).toBe(true);
  for (const row of ['quality', 'speed', 'captions']) {
    await page.locator(`[data-row="${row}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu-back').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('radio');
    for (const key of ['Home', 'ArrowDown', 'End', 'ArrowUp']) {
      await page.keyboard.press(key);
      expect(await hasVisibleFocus(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(row);
  }
  await page.locator('[data-row="captions"]').press('Enter');
  await page.locator('[data-row="captionStyle"]').press('Enter');
  await page.getByLabel('Size').waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.settings') !== null)).toBe(true);
    expect(await hasVisibleFocus(page)).toBe(true);
  }
  for (const left of ['captions', 'settings', 'nothing']) {
    await page.keyboard.press('Escape');
    if (left === 'nothing') await expect.poll(() => isOpen(page, '.settings')).toBe(0);
  }
  expect(await focusName(page)).toBe('Settings');
  await page.keyboard.press('Shift+F10');
  await page.locator('.context-menu').waitFor();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  await page.locator('.shortcuts').waitFor();
  expect(await focusName(page)).toBe('Close');
  await page.keyboard.press('Enter');
  await expect.poll(() => isOpen(page, '[data-panel]')).toBe(0);
  expect(await focusName(page)).toBe('Settings');
});

test(
  'the seek bar and the volume are sliders that expose their values',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await paused(product);
    const seek = page.getByRole('slider', { name: 'Seek' });
    await seek.focus();
    await expectSeek(page, 'ArrowRight', (before) => before + 5);
    expect(await seek.getAttribute('aria-valuetext')).toMatch(/^(19|18) seconds of (27|28) seconds, Seahorse coast$/);
    await expectSeek(page, 'ArrowDown', (before) => before - 5);
    await expectSeek(page, 'PageDown', (before) => before - 10);
    await expectSeek(page, 'PageUp', (before) => before + 10);
    await expectSeek(page, 'Home', () => 0);
    await expectSeek(page, 'End', () => 28);
    const volume = page.getByRole('slider', { name: 'Volume' });
    expect(await volume.getAttribute('aria-valuetext')).toBe('Muted');
    await volume.focus();
    for (const [key, value] of [
      ['End', '100%'],
      ['ArrowLeft', '95%'],
      ['ArrowUp', '100%'],
      ['PageDown', '90%'],
      ['Home', '0%'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => volume.getAttribute('aria-valuetext')).toBe(value);
    }
  },
);

test('every key of the table does what the sheet says', async ({ product }) => {
  expect(Object.keys(KEY_EFFECTS).sort()).toEqual([...KEY_ACTIONS.keys()].sort());
  const { page, problems } = await paused(product, '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1');
  await pressEveryKey(page.mainFrame());
  expect(problems).toEqual([]);
});

test('with keys disabled the controls stay usable', { tags: ['thorough'] }, async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1&disablekb=1');
  await waitForControls(page);
  await page.keyboard.press('k');
  await page.keyboard.press('5');
  expect(await lastNotice(page)).toBe('');
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await waitForState(page, 'paused');
});

test(
  'single keys can be turned off (WCAG 2.1.4), also for later visits and their first paint',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, problems } = await paused(product);
    const toggle = page.getByRole('switch', { name: 'Single-key shortcuts' });
    const openSheet = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More' }).press('Enter');
      await page.locator('[data-row="shortcuts"]').press('Enter');
      await toggle.waitFor();
    };
    await openSheet();
    await toggle.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => isOpen(page, '.shortcuts')).toBe(0);
    await forgetNotices(page);
    for (const key of ['k', '0', 'c', '>', 'Shift+N', '?']) await page.keyboard.press(key);
    expect([await lastNotice(page), await isOpen(page, '.shortcuts')]).toEqual(['', 0]);
    await expectSeek(page, 'Home', () => 0);

    await page.goto(`${product.playerOrigin}/embed/orieldemo01?mute=1`);
    await waitForState(page, 'cued');
    await page.keyboard.press('k');
    await page.keyboard.press('Space');
    await page.locator('.notices').waitFor({ state: 'attached' });
    expect(await page.getAttribute('#player', 'data-state')).toBe('cued');
    expect(await page.getAttribute('#big-play', 'aria-keyshortcuts')).toBeNull();
    await page.locator('#big-play').press('Space');
    await waitForState(page, 'playing');
    await openSheet();
    await toggle.press('Enter');
    await page.keyboard.press('Escape');
    await pause(page);
    expect(problems).toEqual([]);
  },
);

test(
  'playing and pausing are announced once each, and a seek between them is not',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await paused(product);
    const said = page.locator('[role="status"][aria-live="polite"]');
    expect(await said.textContent()).toBe('Paused');
    await page.evaluate(() => {
      const region = document.querySelector('[role="status"][aria-live="polite"]');
      const heard: string[] = [];
      Object.assign(window, { heard });
      if (region !== null)
        new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
    });
    await page.keyboard.press('k');
    await waitForState(page, 'playing');
    // A seek stalls and resumes, which is not announced.
    await page.keyboard.press('0');
    await page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video !== null && !video.seeking && video.currentTime > 0.2 && video.currentTime < 8;
    });
    await pause(page);
    await expect.poll(() => said.textContent()).toBe('Paused');
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual(['Playing', 'Paused']);
  },
);
