/** Signals for the ad service; a private embed sends none (P12, B3). */
export class AdSignals {
  readonly #values = new Map<string, string>();

  /** A value of `undefined` removes the signal. */
  set(key: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  list(): { key: string; value: string }[] {
    return [...this.#values].map(([key, value]) => ({ key, value }));
  }
}
