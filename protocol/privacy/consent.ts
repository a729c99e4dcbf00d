/**
 * Levels of storage on the viewer's device, from least to most. `none`: nothing beyond the page (a private embed); `strict`: only
 * results of the viewer's own actions; `functional`: also data that recognises the viewer here; `measured`: also data that
 * recognises them for statistics and ads.
 */
export const CONSENT_LEVELS = ['none', 'strict', 'functional', 'measured'] as const;
export type ConsentLevel = (typeof CONSENT_LEVELS)[number];

/**
 * Levels that a consent statement may name: `none` is decided before the page starts, and holds while the page is open.
 */
export const CONSENTS = ['strict', 'functional', 'measured'] as const;
export type Consent = (typeof CONSENTS)[number];

/** Parameter in the address of an embed page, and of a request for a visitor id. */
export const CONSENT_PARAMETER = 'consent';

/** Everything that outlives a page or recognises its viewer, with the least level that allows it. */
export const KEPT_FROM = {
  /** Preferences, the looks of captions, and the viewer's choice about consent itself. */
  choices: 'strict',
  /** Events until the provider has accepted them. They carry the id of one page load, and are deleted once delivered. */
  delivery: 'strict',
  /** Positions in videos, which show what the viewer has watched. */
  positions: 'functional',
  /** Configuration of the provider and its consistency token: both may differ from viewer to viewer. */
  configuration: 'functional',
  /** The provider's token for a place that it has confirmed. */
  location: 'functional',
  /** The cookie by which the provider recognises a viewer's subscriptions and likes. */
  visitor: 'functional',
  /** The visitor id of ads. */
  visitorId: 'measured',
} as const satisfies Readonly<Record<string, Exclude<ConsentLevel, 'none'>>>;
export type KeptClass = keyof typeof KEPT_FROM;

/** Statements about one page. Without any of them the level is `strict`. */
export interface ConsentStatements {
  /** Private-embed mode (P10). */
  readonly privateEmbed?: boolean | undefined;
  /** Global Privacy Control, as the page or the provider sees it. */
  readonly objects?: boolean | undefined;
  /** Choice of the viewer in the panel. */
  readonly choice?: Consent | undefined;
  /** Consent by the page's address, else by the provider's configuration. */
  readonly configured?: Consent | undefined;
  /** Consent in the host page's latest message. */
  readonly message?: Consent | undefined;
}

/** The highest level that the viewer's own signals allow, whatever site and host say. */
export function ceilingOf({ privateEmbed, objects, choice }: ConsentStatements): ConsentLevel {
  if (privateEmbed === true) return 'none';
  return lower(objects === true ? 'strict' : 'measured', choice ?? 'measured');
}

/** The viewer's choice, else the host's latest message, else the configured consent; never above the ceiling. */
export function consentOf(statements: ConsentStatements): ConsentLevel {
  const { choice, message, configured } = statements;
  return lower(ceilingOf(statements), choice ?? message ?? configured ?? 'strict');
}

/**
 * Whether the host or the viewer has decided, so that disallowed storage is erased. Without a decision the page keeps what an
 * earlier consent has stored, and does not use it: a host may be about to give the same consent again.
 */
export function isStated({ privateEmbed, objects, choice, message, configured }: ConsentStatements): boolean {
  return privateEmbed !== true && (objects === true || (choice ?? message ?? configured) !== undefined);
}

export function allows(level: ConsentLevel, kept: KeptClass): boolean {
  return CONSENT_LEVELS.indexOf(level) >= CONSENT_LEVELS.indexOf(KEPT_FROM[kept]);
}

/** `none` and any text that is no level count as `strict`, not as the site's default: they state a wish for some limit. */
export function readConsent(text: string | undefined): Consent | undefined {
  return text === undefined ? undefined : (CONSENTS.find((consent) => consent === text) ?? 'strict');
}

function lower(left: ConsentLevel, right: ConsentLevel): ConsentLevel {
  return CONSENT_LEVELS.indexOf(left) < CONSENT_LEVELS.indexOf(right) ? left : right;
}
