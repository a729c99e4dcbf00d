import type { PlayerStateName } from './types.ts';

/** States in order, for `for await`. Unread states are queued; leaving the loop ends the subscription. */
export class StateStream implements AsyncIterableIterator<PlayerStateName> {
  readonly #waiting: PlayerStateName[];
  readonly #onEnd: () => void;
  #latest: PlayerStateName;
  #wake: (() => void) | null = null;
  #hasEnded = false;

  constructor(present: PlayerStateName, onEnd: () => void) {
    this.#waiting = [present];
    this.#latest = present;
    this.#onEnd = onEnd;
  }

  /** A late listener receives the present state, which is no change. */
  push(state: PlayerStateName): void {
    if (state === this.#latest) return;
    this.#latest = state;
    this.#waiting.push(state);
    this.#wake?.();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<PlayerStateName, undefined>> {
    while (this.#waiting.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const value = this.#waiting.shift();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  }

  return(): Promise<IteratorResult<PlayerStateName, undefined>> {
    this.#waiting.length = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
