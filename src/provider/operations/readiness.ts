import type { Clock } from '../../../protocol/runtime/clock.ts';
import { delay } from '../../../protocol/runtime/clock.ts';

/** One thing that has to be so before requests can be served; resolves with what is wrong, or nothing. */
export type ReadinessCheck = () => Promise<string | undefined>;

/** A part that has not answered by then is as good as gone. */
const CHECK_TIMEOUT_MS = 2_000;
/** Anybody may ask, and the database is asked no more often than this. */
const ANSWER_LIFETIME_MS = 1_000;

/** Whether this process should be sent requests, and if not, why. */
export class Readiness {
  readonly #checks: Readonly<Record<string, ReadinessCheck>>;
  readonly #clock: Clock;
  #known: { readonly askedMs: number; readonly reasons: Promise<string[]> } | undefined;
  #isStopping = false;

  constructor(checks: Readonly<Record<string, ReadinessCheck>>, clock: Clock) {
    this.#checks = checks;
    this.#clock = clock;
  }

  /** From now on it is not ready: whoever sends requests here should send them elsewhere. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Sentences; none when it is ready. */
  async reasons(): Promise<string[]> {
    if (this.#isStopping) return ['The provider is stopping.'];
    const nowMs = this.#clock.monotonicNow();
    if (this.#known === undefined || nowMs - this.#known.askedMs >= ANSWER_LIFETIME_MS)
      this.#known = { askedMs: nowMs, reasons: this.#ask() };
    return this.#known.reasons;
  }

  async #ask(): Promise<string[]> {
    const responses = await Promise.all(Object.entries(this.#checks).map(([name, check]) => this.#askOne(name, check)));
    return responses.filter((response) => response !== undefined);
  }

  /** What a failed check threw is for the log, not for strangers. */
  async #askOne(name: string, check: ReadinessCheck): Promise<string | undefined> {
    const late = new AbortController();
    const timeout = delay(this.#clock, CHECK_TIMEOUT_MS, late.signal).then(() => `The ${name} does not answer.`);
    try {
      return await Promise.race([check(), timeout]);
    } catch {
      return `The ${name} does not work.`;
    } finally {
      late.abort();
    }
  }
}
