import type { Clock } from '../../../protocol/runtime/clock.ts';
import { delay } from '../../../protocol/runtime/clock.ts';

/** A condition for serving requests; resolves with a sentence about the fault, or nothing. */
export type ReadinessCheck = () => Promise<string | undefined>;

/** A check without a response within this time counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;
/** The endpoint is public, and the database is checked no more often than this. */
const RESULT_LIFETIME_MS = 1_000;

/** Whether this process should receive requests, and if not, why. */
export class Readiness {
  readonly #checks: Readonly<Record<string, ReadinessCheck>>;
  readonly #clock: Clock;
  #known: { readonly askedMs: number; readonly reasons: Promise<string[]> } | undefined;
  #isStopping = false;

  constructor(checks: Readonly<Record<string, ReadinessCheck>>, clock: Clock) {
    this.#checks = checks;
    this.#clock = clock;
  }

  /** Not ready from now on: requests should go elsewhere. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Reasons as sentences; empty when the process is ready. */
  async reasons(): Promise<string[]> {
    if (this.#isStopping) return ['The provider is stopping.'];
    const nowMs = this.#clock.monotonicNow();
    if (this.#known === undefined || nowMs - this.#known.askedMs >= RESULT_LIFETIME_MS)
      this.#known = { askedMs: nowMs, reasons: this.#ask() };
    return this.#known.reasons;
  }

  async #ask(): Promise<string[]> {
    const responses = await Promise.all(Object.entries(this.#checks).map(([name, check]) => this.#askOne(name, check)));
    return responses.filter((response) => response !== undefined);
  }

  /** The error of a failed check is logged, not shown to clients. */
  async #askOne(name: string, check: ReadinessCheck): Promise<string | undefined> {
    const late = new AbortController();
    const timeout = delay(this.#clock, CHECK_TIMEOUT_MS, late.signal).then(
      () => `The ${name} has not responded within ${CHECK_TIMEOUT_MS / 1_000} s.`,
    );
    try {
      return await Promise.race([check(), timeout]);
    } catch {
      return `The ${name} does not work.`;
    } finally {
      late.abort();
    }
  }
}
