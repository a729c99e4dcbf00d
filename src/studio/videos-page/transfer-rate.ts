/** Long enough to be calm, short enough to follow a line that changes. */
const WINDOW_MS = 15_000;
/** Before this much time has passed, the rate is a guess. */
const KNOWN_AFTER_MS = 2_000;

interface Sample {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** How fast bytes have gone lately, and so how long the rest takes. */
export class TransferRate {
  #samples: Sample[] = [];

  add(sample: Sample): void {
    const before = this.#samples.at(-1);
    // Bytes that had been sent were lost with a connection: the rate of before says nothing.
    if (before !== undefined && sample.sentBytes < before.sentBytes) this.#samples = [];
    this.#samples = [...this.#samples.filter(({ atMs }) => atMs > sample.atMs - WINDOW_MS), sample];
  }

  forget(): void {
    this.#samples = [];
  }

  /** `null` while it is a guess. */
  secondsFor(bytes: number): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (first === undefined || last === undefined || last.atMs - first.atMs < KNOWN_AFTER_MS) return null;
    const bytesPerMs = (last.sentBytes - first.sentBytes) / (last.atMs - first.atMs);
    return bytesPerMs > 0 ? bytes / bytesPerMs / 1_000 : null;
  }
}
