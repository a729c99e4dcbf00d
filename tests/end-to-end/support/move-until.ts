import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';

const STEP_MS = 16;

/**
 * Moves the mouse over the picture as a hand does, until `isTrue`. One move may reach no frame: until the browser has
 * drawn a frame of another origin, the page around it gets the events above it.
 */
export async function moveUntil(page: Page, isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const waiting = AbortSignal.timeout(timeoutMs);
  for (let x = 100; !(await isTrue()); x++) {
    waiting.throwIfAborted();
    await page.mouse.move(x % 300, 100);
    await setTimeout(STEP_MS);
  }
}
