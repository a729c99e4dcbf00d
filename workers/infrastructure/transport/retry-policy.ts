import type { Random } from '../../../protocol/clock.ts';
import { STORAGE } from '../../../protocol/constants.ts';
import type { Failure } from '../../../protocol/outcome.ts';

/** What becomes of a request that failed. */
export type Verdict =
  /** Never again in any form (S7). */
  | { readonly kind: 'reject' }
  /** Once more in this page load, after exactly this (S6). */
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Kept, and left alone until the provider may be well again (design.md 4). */
  | { readonly kind: 'park'; readonly delayMs: number };

const FINAL_STATUSES: readonly unknown[] = [400, 415];

/** `attempts` counts those of this page load, this one included; `probes` the parked ones in a row that failed. */
export function judge(failure: Failure, attempts: number, probes: number, random: Random): Verdict {
  if (FINAL_STATUSES.includes(failure.details?.['status'])) return { kind: 'reject' };
  const askedMs = failure.details?.['retryAfterMs'];
  if (typeof askedMs === 'number') return { kind: 'park', delayMs: askedMs };
  if (attempts <= STORAGE.retriesPerPageLoadMax) return { kind: 'retry', delayMs: STORAGE.retryDelayMs };
  return { kind: 'park', delayMs: parkedDelayMs(probes, random) };
}

/** 60 s × 2^k, at most 30 min, moved by up to half either way so that a crowd does not come back at once. */
export function parkedDelayMs(probes: number, random: Random): number {
  const jitter = 1 + STORAGE.parkedRetryJitter * (2 * random.fraction() - 1);
  return Math.min(STORAGE.parkedRetryBaseMs * 2 ** probes * jitter, STORAGE.parkedRetryMaxMs);
}
