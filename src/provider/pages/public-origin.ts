import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import { originOf } from '../security/embedder.ts';

/**
 * The public origin of these pages. A call's `Origin` header is the origin of the embed page as the browser sees it,
 * behind any proxies; `configured` overrides it.
 */
export function createPublicOrigin(configured: string): (context: Context) => string {
  return (context) => configured || (originOf(context.req.header('Origin')) ?? clientAddress(context).origin);
}
