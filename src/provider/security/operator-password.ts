import { isLoopbackHost } from '../http/loopback.ts';

/** With some 4 300 guesses a day of all strangers together, it takes longer than anything is kept. */
const LENGTH_MIN = 12;
/** Longer ones are never compared, so that a guess costs the same whatever its length. */
export const PASSWORD_LENGTH_MAX = 1_024;
const DIFFERENT_MIN = 6;
/** Passwords that guessers try first add nothing. */
const COMMON =
  /p[a@]ssw[o0]r[dt]|passphrase|oriel|provider|operator|admin|root|user|login|change-?me|let-?me-?in|welcome|secret|qwert[yz]|asdf|abc(?:def)?|0?1234(?:56?7?8?9?0?)?/gi;
const LEFT_MIN = 6;

export interface OperatorPasswordSettings {
  readonly operatorPassword?: string | undefined;
  readonly publicOrigin?: string | undefined;
  readonly trustedHops?: number;
}

export type PasswordVerdict =
  { readonly kind: 'accepted' } | { readonly kind: 'warning' | 'refused'; readonly message: string };

/** A weak password refuses the start where strangers reach the server, and is a warning elsewhere. */
export function judgeOperatorPassword({
  operatorPassword,
  publicOrigin,
  trustedHops = 0,
}: OperatorPasswordSettings): PasswordVerdict {
  const problem = operatorPassword === undefined ? undefined : problemOf(operatorPassword, publicOrigin);
  if (problem === undefined) return { kind: 'accepted' };
  const message = `ORIEL_OPERATOR_PASSWORD ${problem}. Set another, such as what this prints: openssl rand -base64 24`;
  const isPublic = (publicOrigin !== undefined && !isLoopbackHost(new URL(publicOrigin).hostname)) || trustedHops > 0;
  if (!isPublic) return { kind: 'warning', message: `${message}. Behind a proxy, the start would be refused.` };
  const reason = 'ORIEL_PUBLIC_ORIGIN or ORIEL_TRUSTED_HOPS says that strangers reach this server';
  return { kind: 'refused', message: `${message}. Nothing is started: ${reason}.` };
}

function problemOf(password: string, publicOrigin: string | undefined): string | undefined {
  if (password.length < LENGTH_MIN) return `has fewer than ${LENGTH_MIN} characters`;
  if (password.length > PASSWORD_LENGTH_MAX) return `has more than ${PASSWORD_LENGTH_MAX} characters`;
  if (new Set(password).size < DIFFERENT_MIN) return `has fewer than ${DIFFERENT_MIN} different characters`;
  const ownNames = publicOrigin === undefined ? [] : new URL(publicOrigin).hostname.split('.');
  const left = ownNames.reduce(
    (text, name) => text.replaceAll(name, ''),
    password.toLowerCase().replaceAll(COMMON, ''),
  );
  if (left.length < LEFT_MIN) return 'consists of words that are guessed first';
  return undefined;
}
