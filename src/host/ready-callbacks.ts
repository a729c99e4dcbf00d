import { callReporting } from './call-reporting.ts';
import type { HostEnvironment } from './environment.ts';

/** Names of the ready callbacks, in the order of the calls. */
const CALLBACKS = ['onYTReady', 'onYouTubeIframeAPIReady', 'onYouTubePlayerAPIReady'] as const;
/** Delays between checks for a callback, milliseconds: some fifty seconds in all, then it counts as absent. */
const CHECK_DELAYS_MS = [0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600] as const;

/**
 * Calls the page's ready callbacks, each function once. Never in the script's own task: pages load the script in one tag and
 * define the callback in the next.
 *
 * @returns A function that checks again, for a page that is replaced without a new document: it loads the script once more and defines
 * other callbacks. With `true`, callbacks that were already called are called again.
 */
export function callReadyCallbacks({
  window,
  clock,
}: Pick<HostEnvironment, 'window' | 'clock'>): (isAfresh: boolean) => void {
  const called = new Set<unknown>();
  const check = (attempt: number, waiting: Set<string>): void => {
    const delayMs = CHECK_DELAYS_MS[attempt];
    if (delayMs === undefined || waiting.size === 0) return;
    clock.after(delayMs, () => {
      for (const name of waiting) {
        const callback: unknown = Reflect.get(window, name);
        if (typeof callback !== 'function' || called.has(callback)) continue;
        waiting.delete(name);
        called.add(callback);
        callReporting(callback as () => void, window);
      }
      check(attempt + 1, waiting);
    });
  };
  const start = (isAfresh: boolean): void => {
    if (isAfresh) called.clear();
    check(0, new Set(CALLBACKS));
  };
  start(true);
  return start;
}
