import type { PlayerStateName } from './types.ts';

/** States as they come, for `for await`. One that nobody has taken yet waits; leaving the loop ends the listening. */
export class StateStream implements AsyncIterableIterator<PlayerStateName> {
  readonly #waiting: PlayerStateName[];
  readonly #onEnd: () => void;
  #wake: (() => void) | null = null;
  #hasEnded = false;

  constructor(present: PlayerStateName, onEnd: () => void) {
    this.#waiting = [present];
    this.#onEnd = onEnd;
  }

  push(state: PlayerStateName): void {
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
