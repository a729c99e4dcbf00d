import type { Context } from 'hono';
import * as z from 'zod/mini';
import {
  CHOICE_PREFERENCE,
  COOKIE_NAMES,
  VISITOR_COOKIE,
  VISITOR_COOKIE_LIFETIME_SECONDS,
} from '../../../protocol/infrastructure/cookies.ts';
import {
  allows,
  consentOf,
  isStated,
  readConsent,
  type Consent,
  type ConsentStatements,
  type KeptClass,
} from '../../../protocol/privacy/consent.ts';
import type { SiteSettings } from '../catalog/site-settings.ts';
import { isPrivatePage } from './private-page.ts';
import { readCookie } from './read-cookie.ts';
import type { OwnOrigin } from './own-origin.ts';
import type { Signer } from './signer.ts';

const PURPOSE = 'visitor-cookie';
const Content = z.object({ id: z.string() });

/**
 * Recognises a viewer without an account at the next visit, within one cookie partition of their browser: if the page or the site
 * allows it, and the viewer does not object. `stated` is the level that the page states, or any other text; without it the site's setting
 * counts.
 */
export interface VisitorCookie {
  /** Consent as the page receives it: from its address, else from the site. Global Privacy Control lowers it. */
  statedConsent(context: Context, stated: string | undefined): Consent | undefined;
  may(kept: KeptClass, context: Context, stated: string | undefined): boolean;
  /** The id of an earlier visit; `undefined` for a new viewer, without consent, and for a page of another origin. */
  read(context: Context, stated: string | undefined): string | undefined;
  /** The `Set-Cookie` header that stores an id, or `undefined` if {@link read} would not return it. */
  keep(context: Context, id: string, stated: string | undefined): string | undefined;
  /** The `Set-Cookie` header that removes the cookie, if the request has it. */
  forget(context: Context): string | undefined;
  /** Like `forget`, but only if consent was denied; without a statement the cookie is neither read nor removed. */
  forgetWhereForbidden(context: Context, stated: string | undefined): string | undefined;
}

export function createVisitorCookie(
  signer: Signer,
  site: () => Pick<SiteSettings, 'privateEmbedHosts' | 'consent'>,
  ownOrigin: OwnOrigin,
): VisitorCookie {
  const objects = (context: Context): boolean => context.req.header('Sec-GPC') === '1';
  const configured = (stated: string | undefined): Consent | undefined => readConsent(stated) ?? site().consent;
  const statementsOf = (context: Context, stated: string | undefined): ConsentStatements => ({
    privateEmbed: isPrivatePage(stated, context, site().privateEmbedHosts),
    objects: objects(context),
    choice: choiceOf(context),
    configured: configured(stated),
  });
  const may: VisitorCookie['may'] = (kept, context, stated) => allows(consentOf(statementsOf(context, stated)), kept);
  // A page of another site could plant a chosen id.
  const mayKeep = (context: Context, stated: string | undefined): boolean =>
    may('visitor', context, stated) && !ownOrigin.isForeign(context);
  return {
    may,
    statedConsent: (context, stated) => (objects(context) ? 'strict' : configured(stated)),
    read(context, stated) {
      if (!mayKeep(context, stated)) return undefined;
      return signer.open(PURPOSE, Content, readCookie(context.req.raw.headers, VISITOR_COOKIE) ?? '')?.id;
    },
    keep: (context, id, stated) =>
      mayKeep(context, stated) ? cookie(signer.sign(PURPOSE, { id }), VISITOR_COOKIE_LIFETIME_SECONDS) : undefined,
    forget(context) {
      const isThere = readCookie(context.req.raw.headers, VISITOR_COOKIE) !== undefined;
      return isThere && !ownOrigin.isForeign(context) ? cookie('', 0) : undefined;
    },
    forgetWhereForbidden(context, stated) {
      const isForbidden = isStated(statementsOf(context, stated)) && !may('visitor', context, stated);
      return isForbidden ? this.forget(context) : undefined;
    },
  };
}

function cookie(value: string, lifetimeSeconds: number): string {
  return `${VISITOR_COOKIE}=${value}; Max-Age=${lifetimeSeconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`;
}

/**
 * The viewer's own choice: the last value of its key in `key=value&key=value`, as the worker reads the stored preferences. The
 * values need no decoding (S9).
 */
function choiceOf(context: Context): Consent | undefined {
  const preferences = readCookie(context.req.raw.headers, COOKIE_NAMES.preferences) ?? '';
  const pair = preferences.split('&').findLast((text) => text.startsWith(`${CHOICE_PREFERENCE}=`));
  return readConsent(pair?.slice(CHOICE_PREFERENCE.length + 1));
}
