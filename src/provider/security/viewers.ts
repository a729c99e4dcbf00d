import type { Context } from 'hono';
import type { OwnOrigin } from './own-origin.ts';
import type { Visitors } from './visitors.ts';

/** Whom an action belongs to: the signed-in user, else the visitor. */
export interface Viewers {
  /** Data-sync id of the signed-in user. Pages of other origins have none: a browser shows its cookies for them too. */
  userOf(context: Context): string | undefined;
  of(context: Context, visitorData: string | undefined): string | undefined;
  /**
   * Whether the browser itself has said who this is, by a cookie or the like. Then it has said so for whichever page sent
   * the request, and a call that changes something needs the XSRF token besides. Visitor data is shown by the page alone.
   */
  isKnownByBrowser(context: Context): boolean;
}

/** Schemes that a browser answers by itself; any other value of `Authorization` a page must know. */
const BROWSERS_OWN_SCHEMES = /^(?:basic|digest|negotiate|ntlm)\b/i;

export function createViewers(
  visitors: Visitors,
  dataSyncIdOf: (request: Request) => string | undefined,
  ownOrigin: OwnOrigin,
): Viewers {
  const showsCredentials = ({ headers }: Request): boolean =>
    headers.has('Authorization') && !BROWSERS_OWN_SCHEMES.test(headers.get('Authorization') ?? '');

  const userOf = (context: Context): string | undefined => {
    const request = context.req.raw;
    return ownOrigin.isCrossOrigin(context) && !showsCredentials(request) ? undefined : dataSyncIdOf(request);
  };

  return {
    userOf,
    of(context, visitorData) {
      const user = userOf(context);
      const visitor = visitors.idOf(visitorData);
      return user === undefined ? visitor && `visitor:${visitor}` : `user:${user}`;
    },
    isKnownByBrowser: (context) => userOf(context) !== undefined && !showsCredentials(context.req.raw),
  };
}
