import type { Frame, Page } from 'playwright';
import { tapMarkOf } from '../trace/milestones.ts';

/** What a viewer presses, in this order: each finds the player as the one before has left it. */
const TAPS = [
  { name: 'pause', target: '.bar-play' },
  { name: 'play', target: '.bar-play' },
  { name: 'open the menu', target: '.settings-button' },
  { name: 'close the menu', target: '.settings-button' },
  { name: 'seek to the middle', target: '.seek' },
] as const;
/** How long a button is held: its press and its release are drawn in two frames. */
const PRESS_MS = 80;
/** What a press leaves for later is done by then. */
const BETWEEN_MS = 400;
/** Of the page: inside the picture, and below the frame of the player. */
const PICTURE = { x: 320, y: 120 };
const OUTSIDE = { x: 320, y: 390 };

/** Presses by real input, which alone has an input delay. In the trace a mark of the host page is before each. */
export async function tapAll(page: Page, frame: Frame, mark: (name: string) => Promise<void>): Promise<void> {
  // The pointer shows the controls, and keeps them.
  await page.mouse.move(PICTURE.x, PICTURE.y);
  for (const { name, target } of TAPS) {
    const box = await frame.locator(target).first().boundingBox();
    if (box === null) throw new Error(`the player shows no ${target} to press`);
    await mark(tapMarkOf({ name, target }));
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS_MS });
    await page.waitForTimeout(BETWEEN_MS);
  }
  await page.mouse.move(OUTSIDE.x, OUTSIDE.y);
}
