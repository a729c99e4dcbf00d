import type { MiddlewareHandler } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';

/** Seconds, from and to, in which clients come again; each is told its own, so that they do not come together. */
const WAITS: Readonly<Record<number, readonly [from: number, to: number]>> = {
  /** One client asked too often; a token is there again within a second. */
  429: [2, 20],
  /** All clients meet these. Whatever is wrong is not better in a moment. */
  500: [60, 300],
  503: [60, 300],
};

/** Every response that asks to come again says when. One that says so already keeps what it says. */
export function spreadRetries(random: Random): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    const wait = WAITS[status];
    if (wait === undefined || headers.has('Retry-After')) return;
    const [from, to] = wait;
    headers.set('Retry-After', String(Math.floor(from + random.fraction() * (to - from + 1))));
    /** Pages of other origins read it too. */
    headers.append('Access-Control-Expose-Headers', 'Retry-After');
  };
}
