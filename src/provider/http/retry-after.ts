import type { MiddlewareHandler } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';

/** Range of seconds after which clients may retry; randomised for each client, so that they do not return together. */
const WAITS: Readonly<Record<number, readonly [from: number, to: number]>> = {
  /** One client asked too often; it has a token again within a second. */
  429: [2, 20],
  /** These affect all clients, and last longer than a moment. */
  500: [60, 300],
  503: [60, 300],
};

/** Adds `Retry-After` to every response that permits a retry. An existing header is kept. */
export function spreadRetries(random: Random): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    const wait = WAITS[status];
    if (wait === undefined || headers.has('Retry-After')) return;
    const [from, to] = wait;
    headers.set('Retry-After', String(Math.floor(from + random.fraction() * (to - from + 1))));
    /** Readable by pages of other origins too. */
    headers.append('Access-Control-Expose-Headers', 'Retry-After');
  };
}
