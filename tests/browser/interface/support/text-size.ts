/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { until } from './until.ts';

const USUAL_PX = 16;

/** Sets the browser's default font size, as a viewer can: unlike a font size of the root, it also changes `em` in media queries. */
export async function setTextSize(px: number): Promise<void> {
  onTestFinished(() => send(USUAL_PX));
  await send(px);
}

/** Waits until the page has the size, because the browser responds earlier. */
async function send(px: number): Promise<void> {
  await cdp().send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await until(usualPx).toBe(px);
}

function usualPx(): number {
  const probe = document.createElement('div');
  probe.style.fontSize = 'medium';
  document.body.append(probe);
  const { fontSize } = getComputedStyle(probe);
  probe.remove();
  return Number.parseFloat(fontSize);
}
