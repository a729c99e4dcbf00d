/** The part of `Window` that is used. */
export interface RestartableWindow {
  readonly location: Pick<Location, 'href' | 'replace'>;
  readonly fetch: (address: string, options: RequestInit) => Promise<Pick<Response, 'ok'>>;
  addEventListener(type: 'online', listener: () => void, options: { readonly signal: AbortSignal }): void;
}

export interface BeginAgainDependencies {
  readonly window: RestartableWindow;
  readonly root: Pick<Element, 'setAttribute' | 'removeAttribute'> & Pick<EventTarget, 'addEventListener'>;
  /** Aborts when the module has come after all. */
  readonly signal: AbortSignal;
  /** The viewer's last press, which the new page carries out if the browser lets it. */
  readonly wantsToPlay: () => boolean;
}

/**
 * The page's module has not come, so nothing of the player works. The first paint says so, and the page begins again
 * with the next press, or with the return of the network, once its server answers. A second `import()` would not do:
 * Firefox keeps the failure of a module as long as the page.
 */
export function beginAgainLater({ window, root, wantsToPlay, signal }: BeginAgainDependencies): void {
  root.removeAttribute('data-waiting');
  root.setAttribute('data-unreached', '');
  const begin = async (): Promise<void> => {
    const { location } = window;
    const { ok } = await window.fetch(location.href, { cache: 'no-cache' });
    if (!ok) return;
    const address = new URL(location.href);
    if (wantsToPlay()) address.searchParams.set('autoplay', '1');
    location.replace(address.href);
  };
  const tryIt = (): void => void begin().catch(() => undefined);
  window.addEventListener('online', tryIt, { signal });
  root.addEventListener('click', tryIt, { signal });
  signal.addEventListener('abort', () => root.removeAttribute('data-unreached'));
}
