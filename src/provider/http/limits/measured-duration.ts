/** Weight of the newest measurement. */
const NEWEST_WEIGHT = 1 / 16;
/** Maximum of one measurement: a paused process or a locked database is not as slow afterwards. */
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
