import type { FakeClock } from './fake-clock.ts';

/** Picture in picture: opening takes a moment, and the browser may refuse it. */
export class FakePictureInPicture {
  readonly #clock: FakeClock;
  /** Message of the error with which the browser refuses; `null` if it permits picture in picture. */
  refusal: string | null = null;
  /** Whether the browser settles requests; it never does after its window was closed by other means. */
  answers = true;
  moveMs = 10;
  onChange: (active: boolean) => void = () => undefined;
  readonly asked: boolean[] = [];
  #isActive = false;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  isActive = (): boolean => this.#isActive;

  show = (active: boolean): Promise<void> => {
    this.asked.push(active);
    return new Promise((resolve, reject) => {
      if (!this.answers) return;
      this.#clock.after(this.moveMs, () => {
        if (this.refusal !== null) return reject(new Error(this.refusal));
        this.change(active);
        resolve();
      });
    });
  };

  /** Changes the state, as the browser's own button also does. */
  change(active: boolean): void {
    this.#isActive = active;
    this.onChange(active);
  }
}
