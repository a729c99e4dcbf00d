import type { Frame, Page } from 'playwright';

/** Actions and waits for tests of the player. */

/** Slow enough for the processor of a busy machine to decode each picture of a small video. */
const HURRY_RATE = 4;

export const waitForState = (page: Page | Frame, state: string) =>
  page.waitForSelector(`#player[data-state="${state}"]`);

export const currentTime = (page: Page | Frame): Promise<number> =>
  page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);

/** Until the video is past `seconds`. */
export const waitForTime = (page: Page | Frame, seconds: number) =>
  page.waitForFunction((wanted) => (document.querySelector('video')?.currentTime ?? 0) > wanted, seconds);

/** A pointer moves into a player that has no interface yet: one that plays by itself mounts it for somebody only. */
export const comeNear = (page: Page | Frame): Promise<void> =>
  page.evaluate(() => {
    const root = document.querySelector('#player');
    if (root?.querySelector('.interface:empty'))
      root.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
  });

/** Plays, with its controls visible: they may have hidden again on a busy machine. */
export async function waitForControls(page: Page | Frame): Promise<void> {
  await waitForState(page, 'playing');
  await comeNear(page);
  await page.waitForSelector('.seek', { state: 'attached' });
}

/** Videos of this page play at several times their speed from now on: for tests of a video's end, or of all of it. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(playFaster, HURRY_RATE);
  await page.evaluate(playFaster, HURRY_RATE);
}

/** Again and again: the player sets the speed when it takes over from a head start. */
function playFaster(rate: number): void {
  const hasten = ({ target }: Event): void => {
    if (target instanceof HTMLVideoElement && target.playbackRate !== rate) target.playbackRate = rate;
  };
  for (const name of ['playing', 'timeupdate']) addEventListener(name, hasten, true);
}

export async function pause(page: Page): Promise<void> {
  await page.keyboard.press('k');
  await waitForState(page, 'paused');
}

/** The slider of the volume unfolds for a pointer. */
export async function setVolume(page: Page, percent: number): Promise<void> {
  await page.locator('.volume').hover();
  await page.getByRole('slider', { name: 'Volume' }).fill(String(percent));
}

/** Waits until the page has drawn this many frames. */
export const animationFrames = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (frames) =>
      new Promise<void>((resolve) => {
        const next = (left: number): unknown => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
        next(frames);
      }),
    count,
  );
