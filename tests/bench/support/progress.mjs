/** Longest time without a printed line: a silent benchmark looks as if it hangs. */
const SAY_EVERY_MS = 20_000;

/**
 * Prints before each step its name, its number and the time that is left, estimated from the steps before; during a long
 * step, prints that it still runs.
 */
export class BenchProgress {
  #steps;
  #expectedStepMs;
  #say;
  #nowMs;
  #done = 0;
  #spentMs = 0;

  /**
   * @param {object} options
   * @param {number} options.steps Number of steps in all.
   * @param {number} options.expectedStepMs Length of a step on a quiet machine, for the estimate before the first one ends.
   * @param {(line: string) => void} [options.say]
   * @param {() => number} [options.nowMs]
   */
  constructor({ steps, expectedStepMs, say = console.log, nowMs = () => performance.now() }) {
    this.#steps = steps;
    this.#expectedStepMs = expectedStepMs;
    this.#say = say;
    this.#nowMs = nowMs;
  }

  /**
   * @template Result
   * @param {string} name
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async step(name, work) {
    const startMs = this.#nowMs();
    const stepMs = this.#done === 0 ? this.#expectedStepMs : this.#spentMs / this.#done;
    const left = describeMinutes(stepMs * (this.#steps - this.#done));
    this.#say(`${this.#done + 1} of ${this.#steps}: ${name} · about ${left} left`);
    const timer = setInterval(
      () => this.#say(`  still ${name}, for ${Math.round((this.#nowMs() - startMs) / 1_000)} s`),
      SAY_EVERY_MS,
    );
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#done += 1;
      this.#spentMs += this.#nowMs() - startMs;
    }
  }
}

function describeMinutes(ms) {
  return ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
