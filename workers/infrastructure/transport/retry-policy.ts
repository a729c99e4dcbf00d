import type { Random } from '../../../protocol/runtime/clock.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import {
  BAD_REQUEST_STATUS,
  PARKED_RETRY_BASE_MS,
  PARKED_RETRY_JITTER_RATE,
  PARKED_RETRY_MAX_MS,
  REFUSALS_MAX,
  RETRIES_PER_PAGE_LOAD_MAX,
  RETRY_DELAY_MS,
  UNSUPPORTED_MEDIA_TYPE_STATUS,
} from '../../../protocol/constants.ts';

/** Decision about a failed request. */
export type Verdict =
  /** Never retried: it can never be accepted (S7), or was refused repeatedly. */
  | { readonly kind: 'reject'; readonly reason: 'rejected' | 'refused' }
  /** Retried after this delay, independently of other requests (S6). */
  | { readonly kind: 'retry'; readonly delayMs: number }
  /** Kept until the provider may have recovered (S6). */
  | { readonly kind: 'park'; readonly delayMs: number };

/** The attempts of a request, including the current attempt. */
export interface History {
  /** Attempts of this page load. */
  readonly attempts: number;
  /** Failed probes in a row, of all parked requests. */
  readonly probes: number;
  /** Responses that are {@link isRefusal}, in all page loads. */
  readonly refusals: number;
}

/** Statuses that end a request without a retry (S7). */
const FINAL_STATUSES: readonly number[] = [BAD_REQUEST_STATUS, UNSUPPORTED_MEDIA_TYPE_STATUS];
/** Statuses of the moment, not of the request itself: too slow, too early, or too many requests. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** Whether the request was refused for a reason of its own, such as an unknown path or a body that is too large. */
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
  // An outage affects all requests, so one probe is enough; a refusal affects only its request.
  const kind = isRefused ? 'retry' : 'park';
  const failures = isRefused ? refusals - RETRIES_PER_PAGE_LOAD_MAX - 1 : probes;
  if (typeof askedMs === 'number') {
    const ownMs = isFirst ? RETRY_DELAY_MS : backoffMs(failures);
    return { kind, delayMs: noSoonerThan(askedMs, ownMs, random) };
  }
  if (isFirst) return { kind: 'retry', delayMs: RETRY_DELAY_MS };
  return { kind, delayMs: parkedDelayMs(failures, random) };
}

/** 60 s × 2^k, at most 30 min, with jitter of up to half in either direction so that clients do not return at once. */
function parkedDelayMs(failures: number, random: Random): number {
  const jitter = 1 + PARKED_RETRY_JITTER_RATE * (2 * random.fraction() - 1);
  return Math.min(backoffMs(failures) * jitter, PARKED_RETRY_MAX_MS);
}

function backoffMs(failures: number): number {
  return PARKED_RETRY_BASE_MS * 2 ** Math.max(0, failures);
}

/**
 * All rejected clients get the same `Retry-After`, so they are spread over half as long again, at most 30 min: a longer
 * value is a mistake, or would end logging. The client's own backoff is capped, so that spreading stays below that maximum; the
 * provider's value is a lower bound.
 */
function noSoonerThan(askedMs: number, ownMs: number, random: Random): number {
  const ownEarliestMs = Math.min(ownMs, PARKED_RETRY_MAX_MS / (1 + PARKED_RETRY_JITTER_RATE));
  const earliestMs = Math.min(Math.max(askedMs, ownEarliestMs), PARKED_RETRY_MAX_MS);
  const latestMs = Math.min(earliestMs * (1 + PARKED_RETRY_JITTER_RATE), PARKED_RETRY_MAX_MS);
  return earliestMs + (latestMs - earliestMs) * random.fraction();
}
