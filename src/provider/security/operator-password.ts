import { COMMON_WORDS, guessBits } from './guess-bits.ts';
import { isLoopbackHost } from '../http/loopback.ts';

/** With some 4 300 guesses a day of all strangers together, a password of this length is never found. */
const LENGTH_MIN = 12;
/** Longer passwords are never compared, so that the cost of a guess is bounded. */
export const PASSWORD_LENGTH_MAX = 1_024;
const DIFFERENT_MIN = 6;
/** Minimum of characters besides common words. */
const LEFT_MIN = 6;
/** At the pace that the throttle allows to all strangers together, 2^38 guesses take 100 000 years. */
const GUESS_BITS_MIN = 38;
const GUESSABLE = 'consists of few words, years or repeats, which guessers combine first';

export interface OperatorPasswordSettings {
  readonly operatorPassword?: string | undefined;
  readonly publicOrigin?: string | undefined;
  readonly trustedHops?: number;
}

export type PasswordVerdict =
  { readonly kind: 'accepted' } | { readonly kind: 'warning' | 'refused'; readonly message: string };

/**
 * A password below the minimum stops the start if strangers can reach the server, and is a warning otherwise. A password
 * of words, years and repeats is always a warning: an update must not stop a server that ran before.
 */
export function judgeOperatorPassword({
  operatorPassword,
  publicOrigin,
  trustedHops = 0,
}: OperatorPasswordSettings): PasswordVerdict {
  if (operatorPassword === undefined) return { kind: 'accepted' };
  const names = publicOrigin === undefined ? [] : new URL(publicOrigin).hostname.split('.');
  const problem = problemOf(operatorPassword, names);
  const message = `ORIEL_OPERATOR_PASSWORD ${problem ?? GUESSABLE}. Set another, such as what this prints: openssl rand -base64 24`;
  if (problem === undefined)
    return guessBits(operatorPassword, names) < GUESS_BITS_MIN ? { kind: 'warning', message } : { kind: 'accepted' };
  const isPublic = (publicOrigin !== undefined && !isLoopbackHost(new URL(publicOrigin).hostname)) || trustedHops > 0;
  if (!isPublic) return { kind: 'warning', message: `${message}. Behind a proxy, the start would be refused.` };
  const reason = 'ORIEL_PUBLIC_ORIGIN or ORIEL_TRUSTED_HOPS says that strangers reach this server';
  return { kind: 'refused', message: `${message}. Nothing is started: ${reason}.` };
}

function problemOf(password: string, names: readonly string[]): string | undefined {
  if (password.length < LENGTH_MIN) return `has fewer than ${LENGTH_MIN} characters`;
  if (password.length > PASSWORD_LENGTH_MAX) return `has more than ${PASSWORD_LENGTH_MAX} characters`;
  if (new Set(password).size < DIFFERENT_MIN) return `has fewer than ${DIFFERENT_MIN} different characters`;
  const left = names.reduce(
    (text, name) => text.replaceAll(name, ''),
    password.toLowerCase().replaceAll(COMMON_WORDS, ''),
  );
  if (left.length < LEFT_MIN) return 'consists of words that are guessed first';
  return undefined;
}
