import type { FakeClock } from './fake-clock.ts';

/** Picture in picture: opening takes a moment, and the browser may refuse it. */
export class FakePictureInPicture {
  readonly #clock: FakeClock;
  /** The error of the browser, or `null` if it permits it. */
  refusal: string | null = null;
  /** A browser whose window has closed by other means never answers. */
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

  /** Also caused by the browser's own button. */
  change(active: boolean): void {
    this.#isActive = active;
    this.onChange(active);
  }
}
