import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';

/** Which pages are our own: those of the origin that a request came to, and of the public one that the operator names. */
export interface OwnOrigin {
  /** Name and port of each. */
  hosts(context: Context): string[];
  /** Whether a browser sent this from a page of ours. Other programs do not say, and it is `false` for them too. */
  isSameOrigin(context: Context): boolean;
  /**
   * Whether a page of another origin is behind this: it sent the request, or may read the response. A page that is visited
   * or framed is itself the response's only reader, whichever page led there.
   */
  isCrossOrigin(context: Context): boolean;
}

/** `publicOrigin` is empty where the operator named none. */
export function createOwnOrigin(publicOrigin: string): OwnOrigin {
  const publicHosts = publicOrigin === '' ? [] : [new URL(publicOrigin).host];

  const hosts = (context: Context): string[] => [clientAddress(context).host, ...publicHosts];

  const isSameOrigin = (context: Context): boolean => {
    const site = context.req.header('Sec-Fetch-Site');
    if (site !== undefined) return site === 'same-origin';
    const origin = context.req.header('Origin') ?? '';
    return URL.canParse(origin) && hosts(context).includes(new URL(origin).host);
  };

  const isCrossOrigin = (context: Context): boolean => {
    if (isVisit(context)) return false;
    const site = context.req.header('Sec-Fetch-Site');
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return context.req.header('Origin') !== undefined && !isSameOrigin(context);
  };

  return { hosts, isSameOrigin, isCrossOrigin };
}

/** A form of another site navigates too, by POST. */
function isVisit({ req }: Context): boolean {
  return req.method === 'GET' && req.header('Sec-Fetch-Mode') === 'navigate';
}
