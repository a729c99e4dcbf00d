import type { Clock } from '../../../protocol/runtime/clock.ts';
import { addressKey } from '../http/limits/address-key.ts';

/** A few typing errors cause no delay. */
const FREE_FAILURES = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 300_000;
/** Failures are forgotten this long after the last. */
const MEMORY_MS = 3_600_000;
const ADDRESSES_MAX = 1_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Slows down password guessing: after a few failures each further attempt of an address has to wait, twice as long
 * every time. Remembers a bounded number of addresses; the one that failed longest ago is forgotten first.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until this address may try again; 0 means now. */
  waitMs(address = ''): number {
    const { count, lastMs } = this.#known(address) ?? { count: 0, lastMs: 0 };
    if (count < FREE_FAILURES) return 0;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - FREE_FAILURES), PAUSE_MAX_MS);
    return Math.max(0, lastMs + pauseMs - this.#clock.monotonicNow());
  }

  failed(address = ''): void {
    const key = addressKey(address);
    const count = (this.#known(address)?.count ?? 0) + 1;
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastMs: this.#clock.monotonicNow() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > ADDRESSES_MAX && oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(address = ''): void {
    this.#failures.delete(addressKey(address));
  }

  #known(address: string): Failures | undefined {
    const known = this.#failures.get(addressKey(address));
    return known === undefined || known.lastMs + MEMORY_MS <= this.#clock.monotonicNow() ? undefined : known;
  }
}
