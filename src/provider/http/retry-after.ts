import type { MiddlewareHandler } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';

/** Range of seconds after which clients may retry; randomised for each client, so that they do not return together. */
type Wait = readonly [from: number, to: number];

/** Wait for conditions that last longer than a moment. */
export const LASTING_WAIT: Wait = [60, 300];

const WAITS: Readonly<Record<number, Wait>> = {
  /** One client sent too many requests; it has a token again within a second. */
  429: [2, 20],
  /** Failures that affect all clients, and last longer than a moment. */
  500: LASTING_WAIT,
  503: LASTING_WAIT,
};

/** Adds `Retry-After` to every response that permits a retry. An existing header is kept. */
export function spreadRetries(random: Random): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    const wait = WAITS[status];
    if (wait === undefined || headers.has('Retry-After')) return;
    for (const [name, value] of Object.entries(retryHeaders(wait, random))) headers.append(name, value);
  };
}

type RetryHeaders = Readonly<Record<'Retry-After' | 'Access-Control-Expose-Headers', string>>;

/** `Retry-After` with the header that lets pages of other origins read it. */
export function retryHeaders([from, to]: Wait, random: Random): RetryHeaders {
  const seconds = Math.floor(from + random.fraction() * (to - from + 1));
  return { 'Retry-After': String(seconds), 'Access-Control-Expose-Headers': 'Retry-After' };
}
