import type { MiddlewareHandler } from 'hono';
import { HEADERS } from '../../../protocol/infrastructure/request-context.ts';
import { OPEN_TO_ALL } from './responses.ts';

/** Preflights: pages of any origin may call, with the common headers (N1) and without credentials. */
export function crossOriginMiddleware(): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'OPTIONS') return next();
    return new Response(null, {
      status: 204,
      headers: {
        ...OPEN_TO_ALL,
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': Object.values(HEADERS).join(', '),
        'Access-Control-Max-Age': '7200',
      },
    });
  };
}
