import { VISITOR_COOKIE } from '../../../../protocol/infrastructure/cookies.ts';
import { readCookieNames } from '../../security/read-cookie.ts';
import type { Handler } from '../call.ts';

/** Which cookies the browser has sent; taking one back is in the header of the response. */
export function privacyCall(): Handler<'privacy'> {
  return async ({ context, fields: { forget } }) => {
    const names = readCookieNames(context.req.raw.headers);
    return { ok: true, value: { cookies: names.filter((name) => !(forget && name === VISITOR_COOKIE)) } };
  };
}
