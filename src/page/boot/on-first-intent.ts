import { isAncestorOrOpener } from '../bridge/bridge-window.ts';

/** The part of `EventTarget` that is used. */
interface Source {
  addEventListener(type: string, listener: (event: Event) => void, options: AddEventListenerOptions): void;
}

export interface FirstIntentDependencies {
  readonly window: Source & { readonly parent: unknown };
  readonly document: Source;
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
}

/** A pointer on the picture, focus in it, a key or a press: the viewer may want to play soon. */
const SIGNS_OF_VIEWERS = ['pointermove', 'click', 'contextmenu', 'keydown', 'focusin'] as const;

/** Every message that the bridge handles contains one of these; pages post unrelated messages to their frames too. */
const HOST_MESSAGE = /"event"|"player\.js"/;

/**
 * Waits for the first input of a viewer or a message of a host. Until then a cued embed is a picture and a button: most
 * of those on a page are never pressed. `wanted` runs in a separate task, after all handlers of the same gesture, so
 * that a press has started its stream by then.
 */
export function onFirstIntent(
  { window, document, setTimeout }: FirstIntentDependencies,
  wanted: (by: 'viewer' | 'host') => void,
): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const wake = (by: 'viewer' | 'host'): void => {
    waiting.abort();
    setTimeout(() => wanted(by), 0);
  };
  for (const type of SIGNS_OF_VIEWERS) document.addEventListener(type, () => wake('viewer'), { signal, passive: true });
  window.addEventListener(
    'message',
    (event) => {
      const { source, data } = event as MessageEvent<unknown>;
      if (isAncestorOrOpener(source, window) && typeof data === 'string' && HOST_MESSAGE.test(data)) wake('host');
    },
    { signal },
  );
}
