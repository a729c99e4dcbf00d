/** Time for which a press shows that a retry is under way: without a network each attempt ends at once. */
export const TRYING_MS = 3_000;

export interface UnreachedPressesDependencies {
  readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  readonly root: HTMLElement;
  /** The play button of the first paint. */
  readonly button: HTMLElement;
}

/**
 * While the first paint reports a missing connection, a press anywhere on it is a press of its play button: it retries, shows that
 * at once, and never pauses the video that the viewer waits for.
 */
export function tryAgainWithPresses({ window, root, button }: UnreachedPressesDependencies): void {
  let timer = 0;
  const press = (event: Event): void => {
    const target = event.target as Element;
    if (target.closest('a,details') !== null) return;
    // The menu of 'More' may appear late, and must not cover the pressed control.
    root.querySelector('details')?.removeAttribute('open');
    if (!root.hasAttribute('data-unreached')) return;
    root.toggleAttribute('data-trying', true);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => root.removeAttribute('data-trying'), TRYING_MS);
    if (button.contains(target)) return;
    event.stopPropagation();
    button.click();
  };
  // Before the listeners of the picture, which may pause.
  root.addEventListener('click', press, { capture: true });
}
