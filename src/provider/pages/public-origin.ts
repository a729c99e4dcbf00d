import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';
import { originOf } from '../security/embedder.ts';

/**
 * Where viewers find these pages. A call's `Origin` header is the origin of the embed page as the browser sees it,
 * whatever proxies lie between; `configured` overrules it.
 */
export function createPublicOrigin(configured: string): (context: Context) => string {
  return (context) => configured || (originOf(context.req.header('Origin')) ?? clientAddress(context).origin);
}
