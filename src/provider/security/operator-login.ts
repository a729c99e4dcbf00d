import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { siteKey } from '../http/limits/address-key.ts';
import { KnownDevices } from './known-devices.ts';
import { LoginThrottle } from './login-throttle.ts';
import { PASSWORD_LENGTH_MAX } from './operator-password.ts';
import { createOperatorSessions, type EndedSessions, type OperatorSessions } from './operator-sessions.ts';
import type { Signer } from './signer.ts';

/** The result of a login attempt. */
export type LoginVerdict = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'wait'; readonly waitMs: number };

/** The request of a login attempt. */
export interface LoginRequest {
  readonly headers: Headers;
  readonly address: string | undefined;
}

export interface OperatorLoginDependencies {
  readonly password: string;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
  readonly ended: EndedSessions;
  /** Called with each attempt, and with the network that it came from. */
  readonly onAttempt?: (outcome: LoginVerdict['kind'], network: string | undefined) => void;
}

/** Authenticates the operator: by a session that the login form began, or by the password itself. */
export class OperatorLogin {
  readonly sessions: OperatorSessions;
  readonly devices: KnownDevices;
  readonly #throttle: LoginThrottle;
  readonly #wanted: Buffer;
  readonly #onAttempt: NonNullable<OperatorLoginDependencies['onAttempt']>;

  constructor({ password, signer, clock, random, ended, onAttempt }: OperatorLoginDependencies) {
    this.sessions = createOperatorSessions(signer, clock, random, password, ended);
    this.devices = new KnownDevices({ signer, clock, random });
    this.#throttle = new LoginThrottle(clock);
    this.#wanted = digest(password);
    this.#onAttempt = onAttempt ?? (() => undefined);
  }

  /** While a client has to wait, the right password is rejected too: otherwise guessing could continue. */
  try(password: string, request: LoginRequest): LoginVerdict {
    const verdict = this.#verdictOn(password, request);
    this.#onAttempt(verdict.kind, request.address === undefined ? undefined : siteKey(request.address));
    return verdict;
  }

  #verdictOn(password: string, { headers, address = '' }: LoginRequest): LoginVerdict {
    const client = { address, deviceId: this.devices.idOf(headers) };
    const waitMs = this.#throttle.waitMs(client);
    if (waitMs > 0) return { kind: 'wait', waitMs };
    const isRight = timingSafeEqual(digest(password), this.#wanted);
    if (isRight) this.#throttle.succeeded(client);
    else this.#throttle.failed(client);
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

/**
 * Digests have equal length, so they can be compared in constant time. A longer text is cut one character past the maximum, so that
 * it equals no valid password.
 */
function digest(text: string): Buffer {
  return createHash('sha256')
    .update(text.slice(0, PASSWORD_LENGTH_MAX + 1))
    .digest();
}
