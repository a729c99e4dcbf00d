import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './responses.ts';
import { clientAddress, isHost } from './client-address.ts';

/**
 * Refuses a request with several `Host` headers (RFC 9112): a proxy in front may use another of them than Node does. A request
 * whose host is not a host name is refused, too: policies of pages quote it, and `*` there would be every host.
 */
export function oneHost(): MiddlewareHandler {
  return async (context, next) => {
    const headers = (context.env as Partial<HttpBindings> | undefined)?.incoming?.rawHeaders ?? [];
    const hosts = headers.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) return errorResponse(400, 'The request has more than one Host header.');
    return isHost(clientAddress(context).host) ? next() : errorResponse(400, 'The Host header is no name.');
  };
}
