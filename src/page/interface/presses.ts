import type { Clock } from '../../../protocol/runtime/clock.ts';

/** A finger held on the picture this long no longer delays the interface: a long press shows the controls (touch/touch.ts). */
export const LONG_PRESS_MS = 500;

/** Browsers in which a double tap zooms send the click of a single tap up to this late. */
const LATEST_CLICK_MS = 350;

/**
 * Tracks presses until the interface is shown. An element under a pointer that is down must not be replaced or moved before its click,
 * which would hit another element.
 */
export class Presses {
  readonly #clock: Clock;
  #touch: PointerEvent | null = null;
  #isByFinger: boolean;
  readonly #waiting = new Set<() => void>();
  #isDown = false;
  #cancelEnd = (): void => undefined;

  /**
   * @param begun The `pointerdown` before this listens, if its pointer may still be down.
   * @param isByFinger Whether a finger made the last press before this listens.
   */
  constructor(
    document: Pick<Document, 'addEventListener'>,
    clock: Clock,
    signal: AbortSignal,
    begun: PointerEvent | null = null,
    isByFinger = false,
  ) {
    this.#isByFinger = isByFinger;
    this.#clock = clock;
    const options = { capture: true, passive: true, signal };
    const down = (event: PointerEvent): void => {
      const { isPrimary, button, pointerType, target } = event;
      // No other button, and no second finger, makes a click.
      if (!isPrimary || button !== 0) return;
      this.#isByFinger = pointerType === 'touch';
      this.#touch = this.#isByFinger ? event : null;
      this.#cancelEnd();
      this.#isDown = true;
      // The document itself can be a target.
      const isOnControl = Boolean((target as Partial<Element>).closest?.('a,button,summary'));
      if (this.#isByFinger && !isOnControl) this.#endAfter(LONG_PRESS_MS);
    };
    document.addEventListener('pointerdown', down, options);
    if (begun !== null) down(begun);
    for (const type of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(type, ({ isPrimary }) => isPrimary && (this.#touch = null), options);
    const up = ({ pointerType }: PointerEvent): void => this.#endAfter(pointerType === 'mouse' ? 0 : LATEST_CLICK_MS);
    document.addEventListener('pointerup', up, options);
    for (const type of ['click', 'pointercancel'] as const)
      document.addEventListener(type, () => this.#endAfter(0), options);
    // A menu of the system may have swallowed the release.
    document.addEventListener('pointermove', ({ buttons }) => buttons === 0 && this.#endAfter(0), options);
  }

  isDown = (): boolean => this.#isDown;

  /** Whether a finger made the last press. */
  isByFinger = (): boolean => this.#isByFinger;

  /** The `pointerdown` of the finger that is still down. */
  touch = (): PointerEvent | null => this.#touch;

  /** Resolves once no pointer is down, and the click of the last one has been handled. */
  async over(): Promise<void> {
    while (this.#isDown) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #endAfter(delayMs: number): void {
    if (!this.#isDown) return;
    this.#cancelEnd();
    this.#cancelEnd = this.#clock.after(delayMs, () => {
      this.#isDown = false;
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
  }
}
