import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { LoginThrottle } from './login-throttle.ts';
import { createOperatorSessions, type EndedSessions, type OperatorSessions } from './operator-sessions.ts';
import type { Signer } from './signer.ts';

/** The result of a login attempt. */
export type LoginVerdict = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'wait'; readonly waitMs: number };

/** Authenticates the operator: by a session that the login form began, or by the password itself. */
export class OperatorLogin {
  readonly sessions: OperatorSessions;
  readonly #throttle: LoginThrottle;
  readonly #wanted: Buffer;

  constructor(password: string, signer: Signer, clock: Clock, random: Random, ended: EndedSessions) {
    this.sessions = createOperatorSessions(signer, clock, random, password, ended);
    this.#throttle = new LoginThrottle(clock);
    this.#wanted = digest(password);
  }

  /** While an address has to wait, the right password is rejected too: otherwise guessing could continue. */
  try(password: string, address: string | undefined): LoginVerdict {
    const waitMs = this.#throttle.waitMs(address);
    if (waitMs > 0) return { kind: 'wait', waitMs };
    const isRight = timingSafeEqual(digest(password), this.#wanted);
    if (isRight) this.#throttle.succeeded(address);
    else this.#throttle.failed(address);
    return { kind: isRight ? 'right' : 'wrong' };
  }
}

/** The password of HTTP basic authentication, with any user name; used by scripts. */
export function basicPassword(headers: Headers): string | undefined {
  const [scheme, credentials = ''] = (headers.get('Authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

/** Digests have equal length, so they can be compared in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
