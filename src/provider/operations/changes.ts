/** Notifies listeners when something was stored or a request got its response. */
export class Changes {
  readonly #listeners: (() => void)[] = [];

  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  readonly notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
