// @module-tag thorough
import { expect } from 'vitest';
import { waitForControls } from '../support/player-page.ts';
import { test } from '../support/test.ts';

test('a panel has the focus and reacts to Escape as soon as it is in the document', async ({ product }) => {
  const { page } = await product.open('/embed/orieldemo01?autoplay=1&mute=1');
  await waitForControls(page);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((_, observer) => {
      const panel = document.querySelector('[data-panel]');
      if (panel === null) return;
      observer.disconnect();
      const { activeElement } = document;
      seen.push(panel.contains(activeElement) ? 'inside' : `outside: ${activeElement?.outerHTML.slice(0, 80)}`);
      activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('?');
  await expect.poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['inside']);
  await expect.poll(() => page.locator('[data-panel]').count()).toBe(0);
});
