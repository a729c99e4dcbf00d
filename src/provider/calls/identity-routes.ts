import type { Hono } from 'hono';
import type { Random } from '../../../protocol/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { answerJson } from '../http/answers.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';

export interface IdentityDependencies {
  readonly visitorCookie: VisitorCookie;
  readonly random: Random;
  /** Data-sync id of whoever is signed in; there is no sign-in in the reference provider itself. */
  readonly dataSyncIdOf: (request: Request) => string | undefined;
}

const ID_CHARACTERS = 22;

/** Who the viewer is, as far as they let us know: N12, N13. */
export function identityRoutes(app: Hono, { visitorCookie, random, dataSyncIdOf }: IdentityDependencies): void {
  app.get('/getDatasyncIdsEndpoint', (context) => {
    const id = dataSyncIdOf(context.req.raw);
    return answerJson({ datasyncIds: id === undefined ? [] : [id] });
  });

  /** A viewer who objects, and a page that keeps nothing, get an answer without an id. */
  app.get('/pagead/id', (context) => {
    const request = context.req.raw;
    const id = visitorCookie.read(request) ?? makeNonce(random.bytes(ID_CHARACTERS));
    const cookie = visitorCookie.keep(request, id);
    return cookie === undefined ? answerJson({ type: 0 }) : answerJson({ id, type: 1 }, 200, { 'Set-Cookie': cookie });
  });
}
