import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';

/** Decides which pages are our own: those of the origin of the request, and of the operator's public origin. */
export interface OwnOrigin {
  /** Host name and port of each. */
  hosts(context: Context): string[];
  /** Whether a browser sent this from a page of ours. Other programs do not state it, and get `false` too. */
  isSameOrigin(context: Context): boolean;
  /**
   * Whether a page of another origin is involved: it sent the request, or may read the response. A document that is
   * navigated to or framed is itself the only reader of the response, whichever page led there.
   */
  isCrossOrigin(context: Context): boolean;
}

/** `publicOrigin` is empty if the operator set none. */
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
