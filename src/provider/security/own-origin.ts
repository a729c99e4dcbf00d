import type { Context } from 'hono';
import { clientAddress } from '../http/client-address.ts';

/**
 * Decides which pages are the provider's own: pages of the origin of the request, and of the operator's public origin. Players that
 * another server serves as plain files are trusted with a viewer's actions, not with the operator's data.
 */
export interface OwnOrigin {
  /** Host name and port of each origin, including origins of plain files. */
  hosts(context: Context): string[];
  /** Whether a browser sent this request from an own page. Other programs do not state that, and get `false`, too. */
  isSameOrigin(context: Context): boolean;
  /**
   * Whether a page of another origin is involved: it sent the request, or may read the response. A document that is
   * navigated to or framed is itself the only reader of the response, whichever page led there.
   */
  isCrossOrigin(context: Context): boolean;
  /**
   * Whether the request is cross-origin, and not from an own page that is a plain file. Browsers name the origin of a page
   * that sends a request.
   */
  isForeign(context: Context): boolean;
}

/** `publicOrigin` is empty if the operator set none; `pageOrigins` are origins of players that are plain files. */
export function createOwnOrigin(publicOrigin: string, pageOrigins: readonly string[] = []): OwnOrigin {
  const publicHosts = publicOrigin === '' ? [] : [new URL(publicOrigin).host];
  const pageHosts = pageOrigins.map((origin) => new URL(origin).host);

  const ownHosts = (context: Context): string[] => [clientAddress(context).host, ...publicHosts];

  const isSameOrigin = (context: Context): boolean => {
    const site = context.req.header('Sec-Fetch-Site');
    if (site !== undefined) return site === 'same-origin';
    const origin = context.req.header('Origin') ?? '';
    return URL.canParse(origin) && ownHosts(context).includes(new URL(origin).host);
  };

  const isCrossOrigin = (context: Context): boolean => {
    if (isVisit(context)) return false;
    const site = context.req.header('Sec-Fetch-Site');
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return context.req.header('Origin') !== undefined && !isSameOrigin(context);
  };

  return {
    hosts: (context) => [...ownHosts(context), ...pageHosts],
    isSameOrigin,
    isCrossOrigin,
    isForeign: (context) => isCrossOrigin(context) && !pageOrigins.includes(context.req.header('Origin') ?? ''),
  };
}

/** Navigations by GET only: a form of another site can navigate by POST. */
function isVisit({ req }: Context): boolean {
  return req.method === 'GET' && req.header('Sec-Fetch-Mode') === 'navigate';
}
