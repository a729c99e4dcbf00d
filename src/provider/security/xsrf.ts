import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/clock.ts';
import { PROVIDER } from '../../../protocol/constants.ts';
import type { Signer } from './signer.ts';

/** N2: the field of same-origin form posts that a page of another site cannot know. */
export const XSRF_FIELD = 'session_token';
const PURPOSE = 'xsrf';
const Content = z.object({ expiresMs: z.number() });

export interface XsrfTokens {
  create(): string;
  isGood(token: string | null): boolean;
}

export function createXsrfTokens(signer: Signer, clock: Clock): XsrfTokens {
  return {
    create: () => signer.sign(PURPOSE, { expiresMs: clock.now() + PROVIDER.xsrfTokenLifetimeMs }),
    isGood: (token) => (signer.open(PURPOSE, Content, token ?? '')?.expiresMs ?? 0) > clock.now(),
  };
}

/** Whether a browser sent this from one of our own pages. Others bring no cookies of ours, so nothing can be forged. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('Origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === request.headers.get('Host');
}
