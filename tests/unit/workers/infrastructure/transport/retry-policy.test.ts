import { expect, test } from 'vitest';
import { PARKED_RETRY_BASE_MS, PARKED_RETRY_MAX_MS, RETRY_DELAY_MS } from '../../../../../protocol/constants.ts';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { REFUSALS_MAX } from '../../../../../protocol/constants.ts';
import { isRefusal, judge } from '../../../../../workers/infrastructure/transport/retry-policy.ts';

/** A failed response, or without a status a failed connection. */
const failure = (status?: number, retryAfterMs?: number) =>
  fail('net.badstatus', 'failed', {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
const first = { attempts: 1, probes: 0, refusals: 0 };
const later = { attempts: 2, probes: 0, refusals: 0 };
const chance = (fraction: number) => ({ fraction: () => fraction, bytes: () => new Uint8Array() });
const EVEN = chance(0.5);

test.each([
  [399, false],
  [400, true],
  [403, true],
  [499, true],
  [500, false],
  [408, false],
  [425, false],
  [429, false],
  [undefined, false],
])('a response with the status %s is a refusal of this request: %s [S6]', (status, expected) => {
  expect(isRefusal(failure(status))).toBe(expected);
});

test.each([400, 415])('a request with the response %i is rejected at once [S7]', (status) => {
  expect(judge(failure(status), first, EVEN)).toEqual({ kind: 'reject', reason: 'rejected' });
});

test('a request is given up at its maximum of refusals, which outages do not count towards [S6]', () => {
  const atRefusal = (refusals: number) => judge(failure(403), { ...later, refusals }, EVEN);
  expect(atRefusal(REFUSALS_MAX - 1)).toMatchObject({ kind: 'retry' });
  expect(atRefusal(REFUSALS_MAX)).toEqual({ kind: 'reject', reason: 'refused' });
  expect(judge(failure(503), { ...later, refusals: REFUSALS_MAX }, EVEN)).toMatchObject({ kind: 'park' });
});

test.each([undefined, 403, 503])('the first failure (%s) delays only this request, by 5 s [S6]', (status) => {
  expect(judge(failure(status), first, EVEN)).toEqual({ kind: 'retry', delayMs: RETRY_DELAY_MS });
});

test('a later outage parks all requests for 60 s × 2^probes, at most 30 min', () => {
  const delays = [0, 1, 2, 9].map((probes) => judge(failure(503), { ...later, probes }, EVEN));
  expect(delays).toEqual(
    [PARKED_RETRY_BASE_MS, 120_000, 240_000, PARKED_RETRY_MAX_MS].map((delayMs) => ({ kind: 'park', delayMs })),
  );
});

test('from the second refusal a request is retried after 60 s, and each further refusal doubles the delay', () => {
  const delays = [2, 3, 4].map((refusals) => judge(failure(403), { attempts: 2, probes: 7, refusals }, EVEN));
  expect(delays).toEqual([60_000, 120_000, 240_000].map((delayMs) => ({ kind: 'retry', delayMs })));
});

test.each([
  [0, 0.5],
  [0.25, 0.75],
  [1, 1.5],
])('a retry delay varies by up to half: with the random fraction %d by the factor %d', (fraction, share) => {
  expect(judge(failure(), later, chance(fraction))).toEqual({ kind: 'park', delayMs: PARKED_RETRY_BASE_MS * share });
});

test('a request with one refusal that fails at its second attempt is retried after 60 s', () => {
  expect(judge(failure(403), { attempts: 2, probes: 0, refusals: 1 }, EVEN)).toMatchObject({ delayMs: 60_000 });
});

test('Retry-After is the minimum of the delay, which is spread over half as long again', () => {
  const at = (fraction: number) => judge(failure(503, 100_000), later, chance(fraction));
  expect([at(0), at(0.5), at(1)]).toEqual([100_000, 125_000, 150_000].map((delayMs) => ({ kind: 'park', delayMs })));
});

test.each([
  ['the first failure', first, RETRY_DELAY_MS],
  ['a later failure', later, PARKED_RETRY_BASE_MS],
  ['a third probe', { ...later, probes: 2 }, 4 * PARKED_RETRY_BASE_MS],
])('a Retry-After shorter than the delay after %s does not shorten the delay', (_which, history, delayMs) => {
  expect(judge(failure(503, 1), history, chance(0))).toEqual({ kind: 'park', delayMs });
});

test.each([
  [PARKED_RETRY_MAX_MS - 1, PARKED_RETRY_MAX_MS - 1],
  [PARKED_RETRY_MAX_MS, PARKED_RETRY_MAX_MS],
  [1e12, PARKED_RETRY_MAX_MS],
])('a Retry-After of %i ms causes a delay between %i ms and 30 min', (askedMs, earliestMs) => {
  expect(judge(failure(429, askedMs), later, chance(0))).toMatchObject({ delayMs: earliestMs });
  expect(judge(failure(429, askedMs), later, chance(1))).toMatchObject({ delayMs: PARKED_RETRY_MAX_MS });
});

test('in a long outage a short Retry-After causes a delay spread between 20 and 30 min [S6]', () => {
  const long = { ...later, probes: 20 };
  expect(judge(failure(503, 1_000), long, chance(0))).toMatchObject({ delayMs: 1_200_000 });
  expect(judge(failure(503, 1_000), long, chance(1))).toMatchObject({ delayMs: PARKED_RETRY_MAX_MS });
});

test('a refusal with Retry-After delays only the refused request', () => {
  expect(judge(failure(403, 100_000), later, chance(0))).toEqual({ kind: 'retry', delayMs: 100_000 });
});
