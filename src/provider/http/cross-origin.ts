import type { MiddlewareHandler } from 'hono';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import { OPEN_TO_ALL } from './responses.ts';

/** Headers of a license request that the key system itself chooses (PlayReady). */
export const KEY_SYSTEM_HEADERS = ['Content-Type', 'SOAPAction'] as const;

/** Preflights: pages of any origin may call, with the common headers (N1). */
export function preflightMiddleware(): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.method !== 'OPTIONS') return next();
    return new Response(null, {
      status: 204,
      headers: {
        ...OPEN_TO_ALL,
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': [...new Set([...Object.values(HEADERS), ...KEY_SYSTEM_HEADERS])].join(', '),
        'Access-Control-Max-Age': '7200',
      },
    });
  };
}

/**
 * Allows credentials for the operator's static players: calls of other origins carry no cookies, and browsers show these players a response
 * only if it names their origin. Runs first, so that these players can read refusals, too.
 */
export function credentialsMiddleware(pageOrigins: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (pageOrigins.length === 0) return;
    const { headers } = context.res;
    const origin = context.req.header('Origin') ?? '';
    headers.append('Vary', 'Origin');
    if (!pageOrigins.includes(origin)) return;
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Credentials', 'true');
  };
}
