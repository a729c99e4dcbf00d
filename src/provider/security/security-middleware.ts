import type { MiddlewareHandler } from 'hono';
import { BASE_HEADERS } from './security-headers.ts';

/** Adds the base headers to every response, errors included, unless its route has set them. */
export function securityMiddleware(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(BASE_HEADERS))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
}
