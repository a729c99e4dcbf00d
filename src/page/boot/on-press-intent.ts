/** Time for which a mouse rests on the button before a press counts as near: a mouse that crosses the button leaves it sooner. */
export const REST_MS = 50;

/** The part of `EventTarget` that is used. */
interface Source {
  addEventListener(type: string, listener: (event: Event) => void, options: { readonly signal: AbortSignal }): void;
}

export interface PressIntentDependencies {
  readonly window: {
    readonly setTimeout: (task: () => void, delayMs: number) => number;
    readonly clearTimeout: (timer: number) => void;
  };
  readonly root: Source;
  /** The play button of the first paint. */
  readonly button: Source;
}

/**
 * Calls `near` when a press on the play button or the picture is near: a finger or a button of the mouse goes down on them, a
 * mouse rests on the play button, or the play button gets the focus. A click follows 80 to 300 ms later, if at all.
 */
export function onPressIntent(
  { window, root, button }: PressIntentDependencies,
  signal: AbortSignal,
  near: () => void,
): void {
  let timer = 0;
  const leave = (): void => window.clearTimeout(timer);
  // Presses outside the picture prepare nothing (early-presses.ts), nor do presses on the interface once it has loaded.
  const down = ({ target }: Event): unknown => (target as Element).closest('a,details,.interface') ?? near();
  const enter = (event: Event): void => {
    if ((event as PointerEvent).pointerType !== 'touch') timer = window.setTimeout(near, REST_MS);
  };
  root.addEventListener('pointerdown', down, { signal });
  button.addEventListener('pointerenter', enter, { signal });
  button.addEventListener('pointerleave', leave, { signal });
  button.addEventListener('focus', near, { signal });
  signal.addEventListener('abort', leave);
}
