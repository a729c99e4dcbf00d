/** As much of something that can be listened to. */
interface Source {
  addEventListener(type: string, listener: (event: Event) => void, options: AddEventListenerOptions): void;
}

export interface WhenWantedDependencies {
  readonly window: Source & { readonly parent: unknown };
  readonly document: Source;
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
}

/** A pointer on the picture, the focus in it, a key, a press: a viewer who may want it in a moment. */
const SIGNS_OF_VIEWERS = ['pointermove', 'click', 'contextmenu', 'keydown', 'focusin'] as const;

/** Every message that the bridge would answer has this in it; pages tell their frames all sorts of things. */
const HOST_MESSAGE = /"event"/;

/**
 * Waits for the first sign that somebody wants the player, viewer or host. Until then a cued embed is a picture and a button:
 * most of those on a page are never pressed. `wanted` runs in a task of its own, behind everything that belongs to the same
 * gesture, so that a press has begun its stream by then.
 */
export function whenWanted(
  { window, document, setTimeout }: WhenWantedDependencies,
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
      if (source === window.parent && typeof data === 'string' && HOST_MESSAGE.test(data)) wake('host');
    },
    { signal },
  );
}
