/** Input whose effect a viewer waits to see. */
const INPUTS = ['pointerdown', 'pointerup', 'click', 'keydown'];

/** Events before which deferred work runs: messages of hosts stay in order, and nothing is lost with the page. */
const ENDS = ['message', 'pagehide', 'freeze', 'visibilitychange'];

/** Longest delay, for a page whose frames are not drawn, such as an embed out of sight. */
export const PAINT_PATIENCE_MS = 200;

/** The part of `Window` that is used. */
export interface PaintedWindow {
  readonly document: { readonly hidden: boolean };
  readonly requestAnimationFrame: (callback: () => void) => unknown;
  readonly setTimeout: (task: () => void, delayMs: number) => unknown;
  addEventListener(type: string, listener: () => void, useCapture: boolean): void;
}

/** Runs work that the paint after an input need not wait for; the same function at most once for each paint. */
export type AfterPaint = (work: () => void) => void;

/**
 * Defers work between an input and the next paint until after that paint; at other times work runs at once. Call this before the
 * code that logs the end of the page, so that these listeners come first.
 */
export function deferBehindPaint(window: PaintedWindow, reportError: (error: unknown) => void): AfterPaint {
  /** `null` while no paint is awaited. */
  let waiting: Set<() => void> | null = null;
  let inputs = 0;
  const run = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  };
  const flush = (): void => {
    const due = waiting;
    waiting = null;
    due?.forEach(run);
  };
  const expect = (): void => {
    inputs += 1;
    if (waiting !== null || window.document.hidden) return;
    const own = (waiting = new Set());
    const end = (): unknown => waiting === own && flush();
    // A click may come after or before the paint of its `pointerdown`: the paint after the last input counts.
    const afterFrame = (): unknown =>
      window.requestAnimationFrame(() => {
        const before = inputs;
        window.setTimeout(() => (before === inputs ? end() : afterFrame()), 0);
      });
    afterFrame();
    window.setTimeout(end, PAINT_PATIENCE_MS);
  };
  for (const type of INPUTS) window.addEventListener(type, expect, true);
  for (const type of ENDS) window.addEventListener(type, flush, true);
  return (work) => {
    if (waiting === null) work();
    else waiting.add(work);
  };
}
