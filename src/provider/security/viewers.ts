import type { Context } from 'hono';
import type { OwnOrigin } from './own-origin.ts';
import type { SignIn } from './sign-in.ts';
import type { Visitors } from './visitors.ts';

/** The owner of an action: the signed-in user, else the visitor. */
export interface Viewers {
  /** Data-sync id of the signed-in user. `undefined` for pages of other sites: browsers send the user's cookies for their requests, too. */
  readonly userOf: (context: Context) => string | undefined;
  /** The `Authorization` for calls of a page whose user is signed in (N1). */
  readonly authorizationOf: (context: Context) => string | undefined;
  readonly of: (context: Context, visitorData: string | undefined) => string | undefined;
  /**
   * Whether the browser itself has identified the viewer, by a cookie or the like. A browser does so for any page that sends the
   * request, so a call that changes something also needs the XSRF token. Only the page itself sends visitor data.
   */
  readonly isKnownByBrowser: (context: Context) => boolean;
}

/** Schemes that a browser sends automatically; for any other value of `Authorization` the page must know the secret. */
const BROWSERS_OWN_SCHEMES = /^(?:basic|digest|negotiate|ntlm)\b/i;

export function createViewers(
  visitors: Visitors,
  { dataSyncIdOf, authorizationOf }: SignIn,
  ownOrigin: OwnOrigin,
): Viewers {
  const showsCredentials = ({ headers }: Request): boolean =>
    headers.has('Authorization') && !BROWSERS_OWN_SCHEMES.test(headers.get('Authorization') ?? '');

  const userOf = (context: Context): string | undefined => {
    const request = context.req.raw;
    return ownOrigin.isForeign(context) && !showsCredentials(request) ? undefined : dataSyncIdOf(request);
  };

  return {
    userOf,
    authorizationOf: (context) => authorizationOf?.(context.req.raw),
    of(context, visitorData) {
      const user = userOf(context);
      const visitor = visitors.idOf(visitorData);
      return user === undefined ? visitor && `visitor:${visitor}` : `user:${user}`;
    },
    isKnownByBrowser: (context) => userOf(context) !== undefined && !showsCredentials(context.req.raw),
  };
}
