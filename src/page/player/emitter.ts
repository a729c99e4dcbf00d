/** A set of listeners. Removal during an emission is safe; a listener that throws does not stop further listeners. */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  on(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
