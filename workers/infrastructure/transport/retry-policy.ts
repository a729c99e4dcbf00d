import type { Random } from '../../../protocol/runtime/clock.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import { RETRIES_PER_PAGE_LOAD_MAX, RETRY_DELAY_MS } from '../../../protocol/constants.ts';

/** A request that the provider has refused this often, in an hour or more, is given up. Our choice. */
export const REFUSALS_MAX = 8;
export const PARKED_RETRY_BASE_MS = 60_000;
export const PARKED_RETRY_MAX_MS = 1_800_000;
/** A parked retry is moved by up to this share, either way. */
const PARKED_RETRY_JITTER = 0.5;

/** What becomes of a request that failed. */
export type Verdict =
  /** Never again in any form: it can never be taken (S7), or was refused time after time. */
  | { readonly kind: 'reject'; readonly reason: 'rejected' | 'refused' }
  /** Once more after this, whatever becomes of others (S6). */
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Kept, and left alone until the provider may be well again (S6). */
  | { readonly kind: 'park'; readonly delayMs: number };

/** What a request has been through, this attempt included. */
export interface History {
  /** Attempts of this page load. */
  readonly attempts: number;
  /** Probes in a row that failed before, of all requests that are parked. */
  readonly probes: number;
  /** responses of {@link isRefusal}, in all page loads. */
  readonly refusals: number;
}

const FINAL_STATUSES: readonly number[] = [400, 415];
/** Of the time, not of the request: it was too slow, too early, or one of too many. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** The provider has nothing against other requests: a path that it does not have, a body that is too large for it. */
export function isRefusal({ details }: Failure): boolean {
  const status = Number(details?.['status']);
  return status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
}

export function judge(failure: Failure, { attempts, probes, refusals }: History, random: Random): Verdict {
  if (FINAL_STATUSES.includes(Number(failure.details?.['status']))) return { kind: 'reject', reason: 'rejected' };
  const isRefused = isRefusal(failure);
  if (isRefused && refusals >= REFUSALS_MAX) return { kind: 'reject', reason: 'refused' };
  const askedMs = failure.details?.['retryAfterMs'];
  const isFirst = attempts <= RETRIES_PER_PAGE_LOAD_MAX;
  /** An outage is the provider's, and one probe finds out; a refusal is the request's own. */
  const kind = isRefused ? 'retry' : 'park';
  const failures = isRefused ? refusals - RETRIES_PER_PAGE_LOAD_MAX - 1 : probes;
  if (typeof askedMs === 'number') {
    const ownMs = isFirst ? RETRY_DELAY_MS : backoffMs(failures);
    return { kind, delayMs: noSoonerThan(Math.max(askedMs, ownMs), random) };
  }
  if (isFirst) return { kind: 'retry', delayMs: RETRY_DELAY_MS };
  return { kind, delayMs: parkedDelayMs(failures, random) };
}

/** 60 s × 2^k, at most 30 min, moved by up to half either way so that a crowd does not come back at once. */
function parkedDelayMs(failures: number, random: Random): number {
  const jitter = 1 + PARKED_RETRY_JITTER * (2 * random.fraction() - 1);
  return Math.min(backoffMs(failures) * jitter, PARKED_RETRY_MAX_MS);
}

function backoffMs(failures: number): number {
  return PARKED_RETRY_BASE_MS * 2 ** Math.max(0, failures);
}

/**
 * All that a provider turns away hear the same `Retry-After`, so they come back spread over half as long again, and within
 * 30 min: what asks for more is a mistake, or means to end the log.
 */
function noSoonerThan(wantedMs: number, random: Random): number {
  const earliestMs = wantedMs < PARKED_RETRY_MAX_MS ? wantedMs : PARKED_RETRY_MAX_MS / (1 + PARKED_RETRY_JITTER);
  const latestMs = Math.min(earliestMs * (1 + PARKED_RETRY_JITTER), PARKED_RETRY_MAX_MS);
  return earliestMs + (latestMs - earliestMs) * random.fraction();
}
