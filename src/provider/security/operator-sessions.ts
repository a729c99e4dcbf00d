import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { readCookie } from './read-cookie.ts';
import type { Signer } from './signer.ts';

/** A working day; then the password is asked for again. */
const LIFETIME_MS = 43_200_000;
const ID_CHARACTERS = 16;
const Content = z.object({ id: z.string(), expiresMs: z.number() });

/** Remembers the sessions that were ended, until they would have expired. */
export interface EndedSessions {
  end(id: string, expiresMs: number): Promise<void>;
  isEnded(id: string): Promise<boolean>;
}

/** The sign-in of an operator: a signed cookie with an expiry, good in every process that has the key. */
export interface OperatorSessions {
  /** The `Set-Cookie` header of a new session. */
  begin(isSecure: boolean): string;
  isOpen(headers: Headers): Promise<boolean>;
  /** Ends the session of this request; returns the `Set-Cookie` header that removes its cookie. */
  end(headers: Headers, isSecure: boolean): Promise<string>;
}

/** The password is part of the signed content, so changing it invalidates all sessions. */
export function createOperatorSessions(
  signer: Signer,
  clock: Clock,
  random: Random,
  password: string,
  ended: EndedSessions,
): OperatorSessions {
  const purpose = `operator-session ${createHash('sha256').update(password).digest('base64')}`;

  const sessionOf = (headers: Headers): z.infer<typeof Content> | undefined => {
    for (const isSecure of [true, false]) {
      const session = signer.open(purpose, Content, readCookie(headers, cookieName(isSecure)) ?? '');
      if (session !== undefined && session.expiresMs > clock.now()) return session;
    }
    return undefined;
  };

  return {
    begin(isSecure) {
      const session = { id: makeNonce(random.bytes(ID_CHARACTERS)), expiresMs: clock.now() + LIFETIME_MS };
      return cookie(signer.sign(purpose, session), LIFETIME_MS / 1_000, isSecure);
    },
    async isOpen(headers) {
      const session = sessionOf(headers);
      return session !== undefined && !(await ended.isEnded(session.id));
    },
    async end(headers, isSecure) {
      const session = sessionOf(headers);
      if (session !== undefined) await ended.end(session.id, session.expiresMs);
      return cookie('', 0, isSecure);
    },
  };
}

/** The prefix keeps sibling hosts and insecure pages from setting it; browsers accept it over https only. */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-oriel-operator' : 'oriel-operator';
}

function cookie(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict`;
  return `${cookieName(isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
