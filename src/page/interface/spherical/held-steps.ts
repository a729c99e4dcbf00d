import type { Clock } from '../../../../protocol/runtime/clock.ts';

/** A held button repeats its step after this delay, then at this interval: a turn of 50 degrees in a second. */
export const HOLD_DELAY_MS = 400;
export const HOLD_INTERVAL_MS = 100;

export interface HeldStepsDependencies {
  readonly clock: Clock;
  /** Called with each repetition: a held button is activity of the viewer, although the pointer rests. */
  readonly onHeld: () => void;
  /** Called when no step has followed for `restMs`. */
  readonly onRest: () => void;
  readonly restMs: number;
}

/**
 * Steps of buttons that may be held. A press is a step when it ends, so that the viewer can cancel it by leaving the button (WCAG
 * 2.5.2); a long press repeats until it ends.
 */
export class HeldSteps {
  readonly #dependencies: HeldStepsDependencies;
  #cancelHold: () => void = () => undefined;
  #cancelRest: () => void = () => undefined;
  #hasRepeated = false;

  constructor(dependencies: HeldStepsDependencies) {
    this.#dependencies = dependencies;
  }

  /** To be called when a pointer goes down on the button. */
  begin(step: () => void): void {
    const { clock, onHeld } = this.#dependencies;
    this.end();
    this.#hasRepeated = false;
    const repeat = (): void => {
      this.#hasRepeated = true;
      this.#take(step);
      onHeld();
      this.#cancelHold = clock.after(HOLD_INTERVAL_MS, repeat);
    };
    this.#cancelHold = clock.after(HOLD_DELAY_MS, repeat);
  }

  /** To be called when the pointer is lifted, or leaves the button. */
  end = (): void => this.#cancelHold();

  /** The click of a pointer after held steps does not count; the click of a key, `detail` 0, always counts. */
  click(step: () => void, { detail }: Pick<MouseEvent, 'detail'>): void {
    this.end();
    if (detail === 0 || !this.#hasRepeated) this.#take(step);
  }

  #take(step: () => void): void {
    const { clock, onRest, restMs } = this.#dependencies;
    step();
    this.#cancelRest();
    this.#cancelRest = clock.after(restMs, onRest);
  }
}
