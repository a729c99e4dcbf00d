import type { Frame, Page } from 'playwright';
import { expect } from 'vitest';
import { currentTime } from '../../support/player-page.ts';

/** Accessible name of the focused control. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return '';
    const label = element instanceof HTMLSelectElement ? element.labels[0]?.firstChild?.textContent : null;
    return element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
  });

/** A focus ring of two pixels or more, on the control or the element that represents it. */
export const hasVisibleFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return false;
    return [element, element.closest('.seek')].some((one) => {
      if (one === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
  });

/** Names of the controls that Tab reaches, until it leaves the frame. Each has to show a focus ring. */
export async function tabThrough(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await focusedName(page);
    if (name === '') break;
    expect([name, await hasVisibleFocus(page)]).toEqual([name, true]);
    names.push(name);
  }
  return names;
}

/** Presses a key and expects the position that `target` computes from the earlier position. */
export async function expectSeek(player: Page | Frame, key: string, target: (before: number) => number): Promise<void> {
  const before = await currentTime(player);
  const { keyboard } = 'keyboard' in player ? player : player.page();
  await keyboard.press(key);
  await expect.poll(() => currentTime(player)).toBeCloseTo(target(before), 0);
}
