import type { PlayerFrame } from './player-frame.ts';
import type { FrameWindow } from './frame-window.ts';
import type { Viewer } from './viewer.ts';

/** Interval at which a condition is checked. */
const CHECK_INTERVAL_MS = 50;
/** Interval of pointer movements, shorter than the delay after which controls hide. */
const HAND_INTERVAL_MS = 1_000;
/** Time limit of a step, generous for a laptop with many frames; each wait ends as soon as its condition holds. */
const STEP_TIMEOUT_MS = 30_000;

/** Performs the steps to a screen by dispatching events in a frame, until `signal` is aborted. */
export class FrameViewer implements Viewer {
  readonly #frame: PlayerFrame;
  readonly #signal: AbortSignal;

  constructor(frame: PlayerFrame, signal: AbortSignal) {
    this.#frame = frame;
    this.#signal = signal;
  }

  async see(selector: string): Promise<void> {
    await this.#until(selector, ({ document }) => isVisible(document.querySelector(selector)));
  }

  async seeThat(condition: (document: Document) => boolean): Promise<void> {
    await this.#until('what this screen waits for', ({ document }) => condition(document));
  }

  seeCued(): Promise<void> {
    return this.see('#player[data-state="unstarted"] #big-play');
  }

  async comeNear(): Promise<void> {
    const window = await this.#windowWith('#player');
    const event = new window.PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' });
    window.document.querySelector('#player')?.dispatchEvent(event);
  }

  async watchPast(seconds: number): Promise<void> {
    await this.#until(
      `${seconds} s of the video`,
      ({ document }) => (document.querySelector('video')?.currentTime ?? 0) > seconds,
    );
  }

  async press(key: string, selector?: string): Promise<void> {
    const window = await this.#windowWith(selector ?? 'body');
    const { document } = window;
    const found = selector === undefined ? document.activeElement : document.querySelector<HTMLElement>(selector);
    const target = (found ?? document.body) as HTMLElement;
    if (selector !== undefined) target.focus({ preventScroll: true });
    const event = (type: string): KeyboardEvent =>
      new window.KeyboardEvent(type, { key, bubbles: true, cancelable: true, composed: true });
    const isLeft = target.dispatchEvent(event('keydown'));
    // A synthetic Enter does not click a button, unlike a trusted key press.
    if (isLeft && key === 'Enter') target.click();
    target.dispatchEvent(event('keyup'));
  }

  async pressWhereShown(selector: string): Promise<void> {
    const { document } = await this.#windowWith('body');
    if (isVisible(document.querySelector(selector))) await this.press('Enter', selector);
  }

  async turnOn(selector: string): Promise<void> {
    const { document } = await this.#windowWith(selector);
    const isOn = document.querySelector(selector)?.getAttribute('aria-checked') === 'true';
    if (!isOn) await this.press('Enter', selector);
  }

  async rightClick(left: number, top: number): Promise<void> {
    const window = await this.#windowWith('body');
    const target = window.document.elementFromPoint(left, top);
    const place = { clientX: left, clientY: top, button: 2, bubbles: true, cancelable: true, composed: true };
    target?.dispatchEvent(new window.MouseEvent('contextmenu', place));
  }

  async loseNetwork(): Promise<void> {
    const window = await this.#windowWith('body');
    Object.defineProperty(window.navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new window.Event('offline'));
  }

  reload(): Promise<void> {
    this.#frame.open();
    return Promise.resolve();
  }

  /** Waits for a few frames, because panels take the focus after they are drawn. */
  async settle(): Promise<void> {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }

  /** Keeps the controls visible by moving the pointer: they hide after a while without input. */
  keepControls(): void {
    const hand = setInterval(() => {
      if (this.#signal.aborted) return clearInterval(hand);
      const { window } = this.#frame;
      const playing = window?.document.querySelector('#player[data-state="playing"]');
      if (window !== null) playing?.dispatchEvent(new window.PointerEvent('pointermove', { bubbles: true }));
    }, HAND_INTERVAL_MS);
  }

  #windowWith(selector: string): Promise<FrameWindow> {
    return this.#until(selector, ({ document }) => document.querySelector(selector) !== null);
  }

  /** Waits for a condition by polling: it may depend on a style or the time of a video, for which there is no event. */
  #until(what: string, holds: (window: FrameWindow) => boolean): Promise<FrameWindow> {
    return new Promise((resolve, reject) => {
      const end = performance.now() + STEP_TIMEOUT_MS;
      const check = (): void => {
        const { window } = this.#frame;
        if (this.#signal.aborted) reject(new Error('out of sight'));
        else if (window !== null && isLoaded(window) && holds(window)) resolve(window);
        else if (performance.now() > end) reject(new Error(`${what} did not come within ${STEP_TIMEOUT_MS / 1000} s`));
        else setTimeout(check, CHECK_INTERVAL_MS);
      };
      check();
    });
  }
}

/** Whether the page has loaded, and not only the empty document with which a frame starts. */
function isLoaded({ document }: FrameWindow): boolean {
  return document.readyState !== 'loading' && document.URL !== 'about:blank';
}

function isVisible(element: Element | null): boolean {
  if (element === null) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}
