import { CONSENT_LEVELS, CONSENT_PARAMETER } from '../../../../protocol/privacy/consent.ts';

export interface ExplainConsentOptions {
  /** Parameters of the page's address. */
  readonly query: URLSearchParams;
  readonly console: Pick<Console, 'warn'>;
}

/** Names a level that does not exist: the page recognises fewer viewers than it was meant to, and nothing else shows it. */
export function explainConsent({ query, console }: ExplainConsentOptions): void {
  const consent = query.get(CONSENT_PARAMETER);
  if (consent === null || CONSENT_LEVELS.some((level) => level === consent)) return;
  console.warn(`Oriel: consent=${consent} counts as strict: the levels are ${CONSENT_LEVELS.join(', ')}.`);
}
