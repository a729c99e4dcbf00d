import type { Frame, Page } from 'playwright';
import { tapMarkOf } from '../trace/milestones.ts';

/** Presses of a viewer, in order: each starts from the state that the press before left. */
const TAPS = [
  { name: 'pause', target: '.bar-play' },
  { name: 'play', target: '.bar-play' },
  { name: 'open the menu', target: '.settings-button' },
  { name: 'close the menu', target: '.settings-button' },
  { name: 'seek to the middle', target: '.seek' },
] as const;
/** How long a button is held: long enough that its press and its release are drawn in two frames. */
const PRESS_MS = 80;
/** After this long, the work that a press defers is done. */
const BETWEEN_MS = 400;
/** Points of the host page: inside the picture, and below the frame of the player. */
const PICTURE = { x: 320, y: 120 };
const OUTSIDE = { x: 320, y: 390 };

/** Presses by real input, since only that has an input delay. A mark of the host page precedes each press in the trace. */
export async function tapAll(page: Page, frame: Frame, mark: (name: string) => Promise<void>): Promise<void> {
  // The pointer over the picture shows the controls and keeps them visible.
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
