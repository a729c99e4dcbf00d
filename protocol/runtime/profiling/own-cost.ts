/** Window of the average: in ten seconds one slow task changes the average little. */
const COST_WINDOW_MS = 10_000;

/** Cost of profiling for a thread, as the sum of the durations of its pieces. */
export class OwnCost {
  readonly #startedAtMs: number;
  #pieces: { readonly endMs: number; readonly durationMs: number }[] = [];

  constructor(nowMs: number) {
    this.#startedAtMs = nowMs;
  }

  add(startMs: number, endMs: number): void {
    this.#pieces.push({ endMs, durationMs: endMs - startMs });
  }

  msPerSecond(nowMs: number): number {
    this.#pieces = this.#pieces.filter(({ endMs }) => endMs > nowMs - COST_WINDOW_MS);
    const windowMs = Math.min(COST_WINDOW_MS, nowMs - this.#startedAtMs);
    const totalMs = this.#pieces.reduce((sum, { durationMs }) => sum + durationMs, 0);
    return windowMs <= 0 ? 0 : (totalMs / windowMs) * 1_000;
  }
}
