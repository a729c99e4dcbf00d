import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { operatorCookie, readOperatorCookie } from './operator-cookie.ts';
import type { Signer } from './signer.ts';

/** A working day; afterwards the operator has to enter the password again. */
const LIFETIME_MS = 43_200_000;
const ID_CHARACTERS = 16;
const NAME = 'oriel-operator';
const Content = z.object({ id: z.string(), expiresMs: z.number() });

/** Remembers the sessions that were ended, until they would have expired. */
export interface EndedSessions {
  /** Resolves with whether the end is stored for every process, also after a restart. */
  end(id: string, expiresMs: number): Promise<boolean>;
  isEnded(id: string): Promise<boolean>;
}

/** The sign-in of an operator: a signed cookie with an expiry, valid in every process that has the key. */
export interface OperatorSessions {
  /** Ends the session of this request, if any; returns the `Set-Cookie` header of a new one. */
  begin(headers: Headers, isSecure: boolean): Promise<string>;
  isOpen(headers: Headers): Promise<boolean>;
  /** Ends the session of this request. */
  end(headers: Headers, isSecure: boolean): Promise<EndedSession>;
}

export interface EndedSession {
  /** The `Set-Cookie` header that removes the cookie. */
  readonly cookie: string;
  /** Whether a copy of the cookie is useless everywhere. */
  readonly isStored: boolean;
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

  const sessionOf = (headers: Headers): z.infer<typeof Content> | undefined =>
    readOperatorCookie(headers, NAME, (text) => {
      const session = signer.open(purpose, Content, text);
      return session !== undefined && session.expiresMs > clock.now() ? session : undefined;
    });
  const endOf = async (headers: Headers): Promise<boolean> => {
    const session = sessionOf(headers);
    return session === undefined || ended.end(session.id, session.expiresMs);
  };

  return {
    async begin(headers, isSecure) {
      await endOf(headers);
      const session = { id: makeNonce(random.bytes(ID_CHARACTERS)), expiresMs: clock.now() + LIFETIME_MS };
      const value = signer.sign(purpose, session);
      return operatorCookie({ name: NAME, value, maxAgeSeconds: LIFETIME_MS / 1_000, isSecure });
    },
    async isOpen(headers) {
      const session = sessionOf(headers);
      return session !== undefined && !(await ended.isEnded(session.id));
    },
    async end(headers, isSecure) {
      const isStored = await endOf(headers);
      return { cookie: operatorCookie({ name: NAME, value: '', maxAgeSeconds: 0, isSecure }), isStored };
    },
  };
}
