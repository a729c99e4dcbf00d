import { originOf } from '../security/embedder.ts';

/**
 * Where viewers find these pages. A call's `Origin` header is the origin of the embed page as the browser sees it,
 * whatever proxies lie between; `configured` overrules it.
 */
export function createPublicOrigin(configured: string): (request: Request) => string {
  return (request) =>
    configured || (originOf(request.headers.get('Origin') ?? undefined) ?? new URL(request.url).origin);
}
