/** Long enough for a stable rate, short enough to follow a changing connection. */
const WINDOW_MS = 15_000;
/** Before this much time has passed, the rate is unknown. */
const KNOWN_AFTER_MS = 2_000;

interface Sample {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** Estimates the remaining time of a transfer from its recent rate. */
export class TransferRate {
  #samples: Sample[] = [];

  add(sample: Sample): void {
    const before = this.#samples.at(-1);
    // Sent bytes were lost with a connection, so earlier samples no longer apply.
    if (before !== undefined && sample.sentBytes < before.sentBytes) this.#samples = [];
    this.#samples = [...this.#samples.filter(({ atMs }) => atMs > sample.atMs - WINDOW_MS), sample];
  }

  forget(): void {
    this.#samples = [];
  }

  /** Estimated time for a number of bytes; `null` while the rate is unknown. */
  secondsFor(bytes: number): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined || last.atMs - first.atMs < KNOWN_AFTER_MS) return null;
    const bytesPerMs = (last.sentBytes - first.sentBytes) / (last.atMs - first.atMs);
    return bytesPerMs > 0 ? bytes / bytesPerMs / 1_000 : null;
  }
}
