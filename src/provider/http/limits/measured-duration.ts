/** Weight of the newest measurement. */
const NEWEST_WEIGHT = 1 / 16;
/** Bound of one measurement: a process that paused, or a database that was locked, is not as slow as that afterwards. */
const MEASURED_MAX_MS = 100;

/** Moving average of a duration. */
export class MeasuredDuration {
  #ms: number;

  constructor(firstGuessMs: number) {
    this.#ms = firstGuessMs;
  }

  get ms(): number {
    return this.#ms;
  }

  add(measuredMs: number): void {
    this.#ms += (Math.min(MEASURED_MAX_MS, measuredMs) - this.#ms) * NEWEST_WEIGHT;
  }
}
