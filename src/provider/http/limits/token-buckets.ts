import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { RecentMap } from './recent-map.ts';

interface Bucket {
  tokens: number;
  filledMs: number;
}

export interface Rate {
  /** 0 means no limit. */
  readonly perSecond: number;
  /** Number of tokens in a full bucket. */
  readonly burst: number;
}

/** Bounds the table for a client with many addresses; the least recently used are evicted, and start full again. */
const BUCKETS_MAX = 20_000;

/** One token bucket for each client, refilled at a steady rate. Memory is bounded. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #buckets: RecentMap<string, Bucket>;

  constructor(rate: Rate, clock: Clock, bucketsMax = BUCKETS_MAX) {
    this.#rate = rate;
    this.#clock = clock;
    this.#buckets = new RecentMap(bucketsMax);
  }

  /** Takes one token; `false` without a token. */
  take(key: string): boolean {
    const hasOne = this.isOpen(key);
    if (hasOne) this.charge(key, 1);
    return hasOne;
  }

  /** Whether a token is left. */
  isOpen(key: string): boolean {
    return this.#rate.perSecond === 0 || this.#used(key).tokens >= 1;
  }

  /** For costs known only afterwards: the bucket may become negative, by a burst at most. */
  charge(key: string, tokens: number): void {
    if (this.#rate.perSecond === 0) return;
    const bucket = this.#used(key);
    bucket.tokens = Math.max(-this.#rate.burst, bucket.tokens - tokens);
  }

  #used(key: string): Bucket {
    const bucket = this.#filled(key);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #filled(key: string): Bucket {
    const nowMs = this.#clock.monotonicNow();
    const { perSecond, burst } = this.#rate;
    const known = this.#buckets.get(key);
    if (known === undefined) return { tokens: burst, filledMs: nowMs };
    known.tokens = Math.min(burst, known.tokens + ((nowMs - known.filledMs) / 1_000) * perSecond);
    known.filledMs = nowMs;
    return known;
  }
}
