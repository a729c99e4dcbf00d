export interface Work {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Listeners of a store whose timers and subscriptions run only while there are listeners. */
export class WorkingListeners {
  readonly #listeners = new Set<() => void>();
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#work.start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#work.stop();
    };
  }

  notify(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }
}
