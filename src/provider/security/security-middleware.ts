import type { MiddlewareHandler } from 'hono';
import { BASE_HEADERS } from './security-headers.ts';

/** Adds the headers of every response that a route has not set, errors included. */
export function securityMiddleware(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(BASE_HEADERS))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
}
