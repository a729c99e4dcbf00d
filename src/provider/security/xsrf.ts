import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Signer } from './signer.ts';

/** A page may stay open this long before its form posts are refused (N2). */
export const XSRF_TOKEN_LIFETIME_MS = 86_400_000;

/** The field of same-origin form posts that pages of other sites cannot know (N2). */
export const XSRF_FIELD = 'session_token';
const PURPOSE = 'xsrf';
const Content = z.object({ viewer: z.optional(z.string()), expiresMs: z.number() });

/** Proof that a post comes from a page rendered for this viewer. */
export interface XsrfTokens {
  /** A token for the viewer of a page; `undefined` for an unidentified viewer. */
  create(viewer: string | undefined): string;
  /** Any viewer can get a token, so it has to be this viewer's if the request identifies the viewer. */
  isGood(token: string | null | undefined, viewer: string | undefined): boolean;
}

export function createXsrfTokens(signer: Signer, clock: Clock): XsrfTokens {
  return {
    create: (viewer) => signer.sign(PURPOSE, { viewer, expiresMs: clock.now() + XSRF_TOKEN_LIFETIME_MS }),
    isGood(token, viewer) {
      const content = signer.open(PURPOSE, Content, token ?? '');
      if (content === undefined || content.expiresMs <= clock.now()) return false;
      return viewer === undefined || content.viewer === viewer;
    },
  };
}
