// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { WIDE } from '../support/contexts.ts';
import { lastNotice } from '../support/notices.ts';
import { currentTime, waitForState } from '../support/player-page.ts';
import { focusName, hasVisibleFocus } from './support/keys.ts';
import { test } from '../support/test.ts';

/** Presses an arrow until a control has the focus; each control on the way shows it. */
async function moveTo(page: Page, arrow: string, name: string): Promise<void> {
  for (let presses = 0; presses < 12 && (await focusName(page)) !== name; presses += 1) {
    await page.keyboard.press(arrow);
    expect(await hasVisibleFocus(page)).toBe(true);
  }
  expect(await focusName(page)).toBe(name);
}

const isIdle = (page: Page) => page.locator('#player[data-idle]').count();

test('a television plays, seeks, chooses a quality and leaves by the keys of its remote alone', async ({ product }) => {
  const userAgent =
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
  const { page, problems } = await product.open('/embed/orieldemo01?mute=1&consent=functional', {
    viewport: WIDE,
    userAgent,
  });
  await waitForState(page, 'cued');
  await page.keyboard.press('Enter');
  await waitForState(page, 'playing');
  await page.waitForSelector('.seek-input', { state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await moveTo(page, 'ArrowUp', 'Seek');
  const before = await currentTime(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(before + 4);
  await page.keyboard.press('ArrowDown');
  await moveTo(page, 'ArrowRight', 'Settings');
  await page.keyboard.press('Enter');
  await page.locator('[data-row="quality"]').waitFor();
  while ((await page.evaluate(() => document.activeElement?.getAttribute('data-row'))) !== 'quality')
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('[role="radio"]').first().waitFor();
  // From 'Auto', the first, to the lowest at the end.
  await page.keyboard.press('End');
  expect(await focusName(page)).toMatch(/^240p/);
  await page.keyboard.press('Enter');
  await expect.poll(() => lastNotice(page)).toBe('Quality: 240p');
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await expect.poll(() => focusName(page)).toBe('Settings');
  // The first hides the controls, the second is the page's.
  await page.evaluate(() => {
    const left: boolean[] = [];
    Object.assign(window, { left });
    window.addEventListener('keydown', (event) => setTimeout(() => left.push(event.defaultPrevented)), true);
  });
  await page.keyboard.press('Escape');
  expect(await isIdle(page)).toBe(1);
  await page.keyboard.press('Escape');
  expect(await isIdle(page)).toBe(1);
  await expect.poll(() => page.evaluate(() => (window as unknown as { left: boolean[] }).left)).toEqual([true, false]);
  expect(problems).toEqual([]);
});
