import { isAncestorOrOpener } from '../bridge/bridge-window.ts';

/** The part of `EventTarget` that is used. */
interface Source {
  addEventListener(type: string, listener: (event: Event) => void, options: AddEventListenerOptions): void;
}

export interface FirstIntentDependencies {
  readonly window: Source & {
    readonly parent: unknown;
    readonly setTimeout: (task: () => void, delayMs: number) => number;
    readonly clearTimeout: (timer: number) => void;
  };
  readonly document: Source;
}

/** A key or a press: the viewer wants something now. */
const INPUTS = ['click', 'contextmenu', 'keydown'] as const;

/** A pointer on the picture, or focus in the page: the viewer may press something soon. */
const SIGNS_OF_VIEWERS = ['pointermove', 'focusin'] as const;

/**
 * A viewer who stays this long may want controls. An earlier load would compete with the coming press for connection and main
 * thread, and a pointer that crosses many embeds would load all of them.
 */
export const STAY_MS = 1_000;

/** Every message that the bridge handles contains one of these texts; pages also post unrelated messages to their frames. */
const HOST_MESSAGE = /"event"|"player\.js"/;

/**
 * Waits for the first input of a viewer or a message of a host. Until then a cued embed is a picture and a button, because
 * most embeds on a page are never pressed. `wanted` runs in a separate task, after all handlers of the same gesture, so
 * that a press has already started its stream.
 */
export function onFirstIntent(
  { window, document }: FirstIntentDependencies,
  wanted: (by: 'viewer' | 'host') => void,
): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const wake = (by: 'viewer' | 'host'): void => {
    waiting.abort();
    window.setTimeout(() => wanted(by), 0);
  };
  let timer = 0;
  const leave = (): void => {
    window.clearTimeout(timer);
    timer = 0;
  };
  const stay = (): void => {
    timer ||= window.setTimeout(() => wake('viewer'), STAY_MS);
  };
  signal.addEventListener('abort', leave);
  for (const type of INPUTS) document.addEventListener(type, () => wake('viewer'), { signal, passive: true });
  for (const type of SIGNS_OF_VIEWERS) document.addEventListener(type, stay, { signal, passive: true });
  document.addEventListener('pointerout', (event) => (event as PointerEvent).relatedTarget ?? leave(), { signal });
  window.addEventListener(
    'message',
    (event) => {
      const { source, data } = event as MessageEvent<unknown>;
      if (isAncestorOrOpener(source, window) && typeof data === 'string' && HOST_MESSAGE.test(data)) wake('host');
    },
    { signal },
  );
}
