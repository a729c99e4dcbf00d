import type { Clock } from '../../../../protocol/runtime/clock.ts';

/** Allows a burst of as many calls as one second allows, then a steady rate. Computed from timestamps, without a timer. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #perSecond: number;
  #allowance: number;
  #checkedAtMs: number;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#allowance = perSecond;
    this.#checkedAtMs = clock.monotonicNow();
  }

  take(): boolean {
    const nowMs = this.#clock.monotonicNow();
    const earned = ((nowMs - this.#checkedAtMs) * this.#perSecond) / 1_000;
    this.#allowance = Math.min(this.#perSecond, this.#allowance + earned);
    this.#checkedAtMs = nowMs;
    if (this.#allowance < 1) return false;
    this.#allowance -= 1;
    return true;
  }
}
