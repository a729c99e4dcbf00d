import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './responses.ts';

/** Refuses a request with several `Host` headers (RFC 9112): a proxy in front may have decided by another one than Node takes. */
export function oneHost(): MiddlewareHandler {
  return async (context, next) => {
    const headers = (context.env as Partial<HttpBindings> | undefined)?.incoming?.rawHeaders ?? [];
    const hosts = headers.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    return hosts.length > 1 ? errorResponse(400, 'The request has more than one Host header.') : next();
  };
}
