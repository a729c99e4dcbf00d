import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Random } from '../../../protocol/clock.ts';
import { PROVIDER } from '../../../protocol/constants.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { SiteSettings } from '../catalog/site-settings.ts';
import { answerJson } from '../http/answers.ts';
import type { Signer } from '../security/signer.ts';

export interface IdentityDependencies {
  readonly site: SiteSettings;
  readonly signer: Signer;
  readonly random: Random;
  /** Data-sync id of whoever is signed in; there is no sign-in in the reference provider itself. */
  readonly dataSyncIdOf: (request: Request) => string | undefined;
}

const COOKIE = '__Host-oriel-visitor';
const ID_CHARACTERS = 22;
const Content = z.object({ id: z.string() });

/** Who the viewer is, as far as they let us know: N12, N13. */
export function identityRoutes(app: Hono, { site, signer, random, dataSyncIdOf }: IdentityDependencies): void {
  app.get('/getDatasyncIdsEndpoint', (context) => {
    const id = dataSyncIdOf(context.req.raw);
    return answerJson({ datasyncIds: id === undefined ? [] : [id] });
  });

  /** A viewer who objects, and a page that keeps nothing, get an answer without an id. */
  app.get('/pagead/id', (context) => {
    const objects = context.req.header('Sec-GPC') === '1';
    const isPrivate = site.privateEmbedHosts.includes(new URL(context.req.url).hostname);
    if (objects || isPrivate) return answerJson({ type: 0 });
    const known = signer.open('visitor-cookie', Content, cookieValue(context.req.header('Cookie') ?? '') ?? '');
    const id = known?.id ?? makeNonce(random.bytes(ID_CHARACTERS));
    const cookie = [
      `${COOKIE}=${signer.sign('visitor-cookie', { id })}`,
      `Max-Age=${PROVIDER.visitorCookieLifetimeSeconds}`,
      'Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
    ].join('; ');
    return answerJson({ id, type: 1 }, 200, { 'Set-Cookie': cookie });
  });
}

function cookieValue(header: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
