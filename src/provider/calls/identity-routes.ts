import type { Hono } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { CONSENT_PARAMETER } from '../../../protocol/privacy/consent.ts';
import { jsonResponse } from '../http/responses.ts';
import type { Viewers } from '../security/viewers.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';

export interface IdentityDependencies {
  readonly visitorCookie: VisitorCookie;
  readonly random: Random;
  /** Data-sync id of the signed-in user; the reference provider itself has no sign-in. */
  readonly userOf: Viewers['userOf'];
}

const ID_CHARACTERS = 22;

/** Routes that identify the viewer: N12, N13. */
export function identityRoutes(app: Hono, { visitorCookie, random, userOf }: IdentityDependencies): void {
  app.get('/getDatasyncIdsEndpoint', (context) => {
    const id = userOf(context);
    return jsonResponse({ datasyncIds: id === undefined ? [] : [id] });
  });

  // Without consent, for a viewer who opts out and for a private embed, the response has no id (B4, P10).
  app.get('/pagead/id', (context) => {
    const consent = context.req.query(CONSENT_PARAMETER);
    if (!visitorCookie.may('visitorId', context, consent)) return jsonResponse({ type: 0 });
    const id = visitorCookie.read(context, consent) ?? makeNonce(random.bytes(ID_CHARACTERS));
    const cookie = visitorCookie.keep(context, id, consent);
    return jsonResponse({ id, type: 1 }, 200, cookie === undefined ? {} : { 'Set-Cookie': cookie });
  });
}
