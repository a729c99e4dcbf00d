/** Mulberry32: the same numbers for the same seed, on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.fraction() * (high - low);
  }

  /** Both ends included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(share: number): boolean {
    return this.fraction() < share;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0];
  }

  /** Chooses by weight; `undefined` where all weights are 0. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T | undefined {
    let left = this.fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
    return choices.find(([weight]) => weight > 0 && (left -= weight) < 0)?.[1];
  }
}
