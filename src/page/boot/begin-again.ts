/** The part of `Window` that is used. */
export interface RestartableWindow {
  readonly location: Pick<Location, 'href' | 'replace'>;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'ok'>>;
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
  addEventListener(type: 'online', listener: () => void, options: { readonly signal: AbortSignal }): void;
}

export interface BeginAgainDependencies {
  readonly window: RestartableWindow;
  readonly root: Pick<EventTarget, 'addEventListener'>;
  /** Aborts when the module has come after all. */
  readonly signal: AbortSignal;
  /** The viewer's last press, which the new page carries out if the browser lets it. */
  readonly wantsToPlay: () => boolean;
}

/** First and longest time between two attempts: a network that is gone comes back after seconds, or after minutes. */
const RELOAD_DELAY_MS = 3_000;
const RELOAD_DELAY_MAX_MS = 30_000;

/**
 * Reloads the page when its module has not arrived, so that no part of the player works: by itself, sooner with a press or with the
 * return of the network, once its server responds. A second `import()` would not do: Firefox keeps the failure of a module as long
 * as the page.
 */
export function beginAgainLater({ window, root, wantsToPlay, signal }: BeginAgainDependencies): void {
  const begin = async (): Promise<void> => {
    const { location } = window;
    const { ok } = await window.fetch(location.href, { cache: 'no-cache' });
    if (!ok) return;
    const address = new URL(location.href);
    if (wantsToPlay()) address.searchParams.set('autoplay', '1');
    location.replace(address.href);
  };
  const tryIt = (): void => void begin().catch(() => undefined);
  // Browsers report only a missing network, not a network without a route; a request may hang there.
  const tryLater = (delayMs: number): void =>
    void window.setTimeout(() => {
      if (signal.aborted) return;
      tryIt();
      tryLater(Math.min(2 * delayMs, RELOAD_DELAY_MAX_MS));
    }, delayMs);
  tryLater(RELOAD_DELAY_MS);
  window.addEventListener('online', tryIt, { signal });
  root.addEventListener('click', tryIt, { signal });
}
