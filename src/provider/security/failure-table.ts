import type { Clock } from '../../../protocol/runtime/clock.ts';
import { RecentMap } from '../http/limits/recent-map.ts';

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 300_000;
/** Failures are forgotten this long after the last failure. */
const MEMORY_MS = 3_600_000;
const KEYS_MAX = 1_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

export interface FailureTableDependencies {
  readonly clock: Clock;
  /** Failures without a pause. */
  readonly freeFailures: number;
}

/**
 * Pauses after failures: after a few, each further attempt of a key has to wait, twice as long every time. Remembers a bounded
 * number of keys; the key with the oldest failure is forgotten first.
 */
export class FailureTable {
  readonly #clock: Clock;
  readonly #freeFailures: number;
  readonly #failures = new RecentMap<string, Failures>(KEYS_MAX);

  constructor({ clock, freeFailures }: FailureTableDependencies) {
    this.#clock = clock;
    this.#freeFailures = freeFailures;
  }

  /** Milliseconds until the next attempt; 0 means now. */
  waitMs(key: string): number {
    const { count, lastMs } = this.#known(key) ?? { count: 0, lastMs: 0 };
    if (count < this.#freeFailures) return 0;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - this.#freeFailures), PAUSE_MAX_MS);
    return Math.max(0, lastMs + pauseMs - this.#clock.monotonicNow());
  }

  failed(key: string): void {
    const count = (this.#known(key)?.count ?? 0) + 1;
    this.#failures.set(key, { count, lastMs: this.#clock.monotonicNow() });
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  #known(key: string): Failures | undefined {
    const known = this.#failures.get(key);
    return known === undefined || known.lastMs + MEMORY_MS <= this.#clock.monotonicNow() ? undefined : known;
  }
}
