import type { Clock } from '../../../protocol/clock.ts';

/** A typing mistake or two costs nothing. */
const FREE_FAILURES = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 300_000;
/** Failures are forgiven this long after the last. */
const MEMORY_MS = 3_600_000;
const ADDRESSES_MAX = 1_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Slows down who guesses passwords: after a few failures each further attempt of an address has to wait, twice as long
 * every time. Remembers a bounded number of addresses; the one that failed longest ago is forgotten first.
 */
export class LoginThrottle {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until this address may try again; 0 for now. */
  waitMs(address: string | undefined): number {
    const { count, lastMs } = this.#known(address) ?? { count: 0, lastMs: 0 };
    if (count < FREE_FAILURES) return 0;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - FREE_FAILURES), PAUSE_MAX_MS);
    return Math.max(0, lastMs + pauseMs - this.#clock.monotonicNow());
  }

  failed(address: string | undefined): void {
    const key = networkOf(address);
    const count = (this.#known(address)?.count ?? 0) + 1;
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastMs: this.#clock.monotonicNow() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > ADDRESSES_MAX && oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(address: string | undefined): void {
    this.#failures.delete(networkOf(address));
  }

  #known(address: string | undefined): Failures | undefined {
    const known = this.#failures.get(networkOf(address));
    return known === undefined || known.lastMs + MEMORY_MS <= this.#clock.monotonicNow() ? undefined : known;
  }
}

/** One customer has a whole IPv6 network of 64 bits to choose addresses from, so they count as one. */
function networkOf(address = ''): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - tail.split(':').length)).fill('0');
  const all = [...groups, ...zeros, ...(tail ?? '').split(':')];
  return all.slice(0, 4).join(':');
}
