import { callReporting } from './call-reporting.ts';
import type { HostEnvironment } from './environment.ts';

/** In the traditional order. */
const CALLBACKS = ['onYTReady', 'onYouTubeIframeAPIReady', 'onYouTubePlayerAPIReady'] as const;
/** Delays between checks for a callback, milliseconds: some fifty seconds in all, then it counts as absent. */
const LOOK_DELAYS_MS = [0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600] as const;

/**
 * Calls the page's ready callbacks, each once. Never in the script's own task: pages load the script in one tag and
 * define the callback in the next.
 */
export function callReadyCallbacks({ window, clock }: Pick<HostEnvironment, 'window' | 'clock'>): void {
  const waiting = new Set<string>(CALLBACKS);
  const look = (attempt: number): void => {
    const delayMs = LOOK_DELAYS_MS[attempt];
    if (delayMs === undefined || waiting.size === 0) return;
    clock.after(delayMs, () => {
      for (const name of waiting) {
        const callback: unknown = Reflect.get(window, name);
        if (typeof callback !== 'function') continue;
        waiting.delete(name);
        callReporting(callback as () => void, (error) => window.reportError(error));
      }
      look(attempt + 1);
    });
  };
  look(0);
}
