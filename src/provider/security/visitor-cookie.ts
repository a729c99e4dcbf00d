import * as z from 'zod/mini';
import { PROVIDER } from '../../../protocol/constants.ts';
import type { Signer } from './signer.ts';

const NAME = '__Host-oriel-visitor';
const PURPOSE = 'visitor-cookie';
const Content = z.object({ id: z.string() });

/** Who a viewer without an account is at their next visit, in the one partition that their browser keeps for it. */
export interface VisitorCookie {
  /** The id of an earlier visit; `undefined` for a new viewer, one who objects, and a host that keeps nothing. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` header that keeps an id, or `undefined` where nothing may be kept (P10, Global Privacy Control). */
  keep(request: Request, id: string): string | undefined;
}

export function createVisitorCookie(signer: Signer, privateEmbedHosts: readonly string[]): VisitorCookie {
  const mayKeep = (request: Request): boolean =>
    request.headers.get('Sec-GPC') !== '1' && !privateEmbedHosts.includes(new URL(request.url).hostname);
  return {
    read(request) {
      if (!mayKeep(request)) return undefined;
      return signer.open(PURPOSE, Content, valueIn(request.headers.get('Cookie') ?? '') ?? '')?.id;
    },
    keep(request, id) {
      if (!mayKeep(request)) return undefined;
      return [
        `${NAME}=${signer.sign(PURPOSE, { id })}`,
        `Max-Age=${PROVIDER.visitorCookieLifetimeSeconds}`,
        'Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
      ].join('; ');
    },
  };
}

function valueIn(header: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}
