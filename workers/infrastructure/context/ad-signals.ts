/** P12, B3: signals for the ad service; a private embed sends none. */
export class AdSignals {
  readonly #values = new Map<string, string>();

  /** `undefined` removes it. */
  set(key: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  list(): { key: string; value: string }[] {
    return [...this.#values].map(([key, value]) => ({ key, value }));
  }
}
