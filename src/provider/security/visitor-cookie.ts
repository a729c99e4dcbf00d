import type { Context } from 'hono';
import * as z from 'zod/mini';
import { isPrivateHost } from './private-host.ts';
import { readCookie } from './read-cookie.ts';
import type { OwnOrigin } from './own-origin.ts';
import type { Signer } from './signer.ts';

/** A visitor id is valid for 30 days at most, which limits how long a viewer can be followed. */
const VISITOR_COOKIE_LIFETIME_SECONDS = 2_592_000;

const NAME = '__Host-oriel-visitor';
const PURPOSE = 'visitor-cookie';
const Content = z.object({ id: z.string() });

/** Recognises a viewer without an account at the next visit, in the one cookie partition of their browser. */
export interface VisitorCookie {
  /** Whether this viewer may get an id: not one who opts out, and not on a private host (P10). */
  mayKnow(context: Context): boolean;
  /** The id of an earlier visit; `undefined` for a new viewer, an opted-out one, and a page of another origin. */
  read(context: Context): string | undefined;
  /** The `Set-Cookie` header that stores an id, or `undefined` where {@link read} would not return it. */
  keep(context: Context, id: string): string | undefined;
}

export function createVisitorCookie(
  signer: Signer,
  privateEmbedHosts: () => readonly string[],
  ownOrigin: OwnOrigin,
): VisitorCookie {
  const mayKnow = (context: Context): boolean =>
    context.req.header('Sec-GPC') !== '1' && !isPrivateHost(context, privateEmbedHosts());
  /** A page of somebody else's could plant a chosen id. */
  const mayKeep = (context: Context): boolean => mayKnow(context) && !ownOrigin.isForeign(context);
  return {
    mayKnow,
    read(context) {
      if (!mayKeep(context)) return undefined;
      return signer.open(PURPOSE, Content, readCookie(context.req.raw.headers, NAME) ?? '')?.id;
    },
    keep(context, id) {
      if (!mayKeep(context)) return undefined;
      return [
        `${NAME}=${signer.sign(PURPOSE, { id })}`,
        `Max-Age=${VISITOR_COOKIE_LIFETIME_SECONDS}`,
        'Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
      ].join('; ');
    },
  };
}
