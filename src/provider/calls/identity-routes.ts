import type { Hono } from 'hono';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { jsonResponse } from '../http/responses.ts';
import type { Viewers } from '../security/viewers.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';

export interface IdentityDependencies {
  readonly catalog: Pick<Catalog, 'site'>;
  readonly visitorCookie: VisitorCookie;
  readonly random: Random;
  /** Data-sync id of whoever is signed in; there is no sign-in in the reference provider itself. */
  readonly userOf: Viewers['userOf'];
}

const ID_CHARACTERS = 22;

/** Who the viewer is, as far as they let us know: N12, N13. */
export function identityRoutes(app: Hono, { catalog, visitorCookie, random, userOf }: IdentityDependencies): void {
  app.get('/getDatasyncIdsEndpoint', (context) => {
    const id = userOf(context);
    return jsonResponse({ datasyncIds: id === undefined ? [] : [id] });
  });

  /** Without consent, for a viewer who objects and for a page that keeps nothing, the response has no id (B4, P10). */
  app.get('/pagead/id', (context) => {
    if (!catalog.site.visitorIdConsent || !visitorCookie.mayKnow(context)) return jsonResponse({ type: 0 });
    const id = visitorCookie.read(context) ?? makeNonce(random.bytes(ID_CHARACTERS));
    const cookie = visitorCookie.keep(context, id);
    return jsonResponse({ id, type: 1 }, 200, cookie === undefined ? {} : { 'Set-Cookie': cookie });
  });
}
