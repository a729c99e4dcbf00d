import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Frame } from 'playwright';

/** A page may be stuck, which is why its test has failed. */
const PATIENCE_MS = 2_000;

/** State of every player in the open pages of a failed test, one line each. */
export async function describePlayers(context: BrowserContext): Promise<string[]> {
  const frames = context.pages().flatMap((page) => page.frames());
  const found = await Promise.all(frames.map((frame) => Promise.race([describe(frame), tooLate(frame)])));
  return found.filter((line) => line !== undefined);
}

const tooLate = (frame: Frame): Promise<string> => setTimeout(PATIENCE_MS, `${frame.url()}: does not answer`);

/** `undefined` without a player, and for a frame that has gone. */
const describe = (frame: Frame): Promise<string | undefined> =>
  frame
    .evaluate(() => {
      const player = document.querySelector<HTMLElement>('#player');
      if (player === null) return undefined;
      const video = player.querySelector('video');
      const focused = document.activeElement?.cloneNode(false);
      return JSON.stringify({
        ...player.dataset,
        error: player.querySelector('.error-code')?.textContent,
        position: video?.currentTime,
        paused: video?.paused,
        seeking: video?.seeking,
        readyState: video?.readyState,
        mediaError: video?.error?.message,
        buffered: Array.from({ length: video?.buffered.length ?? 0 }, (_, index) => [
          video?.buffered.start(index),
          video?.buffered.end(index),
        ]),
        focus: focused instanceof Element ? focused.outerHTML : undefined,
        hasFocus: document.hasFocus(),
        visibility: document.visibilityState,
        loadedMs: Math.round(performance.now()),
        address: location.pathname + location.search,
      });
    })
    .catch(() => undefined);
