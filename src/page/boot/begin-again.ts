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
  /** Aborts when the module has loaded after all. */
  readonly signal: AbortSignal;
  /** Whether the viewer has pressed, so that the new page plays at once if the browser allows it. */
  readonly wantsToPlay: () => boolean;
}

/** First and longest time between two attempts: a lost network returns after seconds, or after minutes. */
const RELOAD_DELAY_MS = 3_000;
const RELOAD_DELAY_MAX_MS = 30_000;

/**
 * Reloads a page whose module has not loaded, so that no part of the player works, as soon as its server responds. It tries at
 * intervals, and at once with a press or the return of the network. A second `import()` would not help: Firefox keeps the failure of a
 * module as long as the page.
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
  // Browsers report only a missing network, not a network without a route, in which a request may hang.
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
