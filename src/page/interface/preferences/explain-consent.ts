import { CONSENT_LEVELS, CONSENT_PARAMETER } from '../../../../protocol/privacy/consent.ts';

export interface ExplainConsentOptions {
  /** Parameters of the page's address. */
  readonly query: URLSearchParams;
  readonly console: Pick<Console, 'warn'>;
}

/**
 * Warns of a consent level that does not exist: it counts as strict, so the page recognises fewer viewers than intended, which nothing
 * else shows.
 */
export function explainConsent({ query, console }: ExplainConsentOptions): void {
  const consent = query.get(CONSENT_PARAMETER);
  if (consent === null || CONSENT_LEVELS.some((level) => level === consent)) return;
  console.warn(`Oriel: consent=${consent} counts as strict: the levels are ${CONSENT_LEVELS.join(', ')}.`);
}
