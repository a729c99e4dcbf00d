import * as z from 'zod/mini';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { BROWSER_COOKIE_LIFETIME_MAX_SECONDS } from '../../../protocol/constants.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { operatorCookie, readOperatorCookie } from './operator-cookie.ts';
import type { Signer } from './signer.ts';

const LIFETIME_MS = BROWSER_COOKIE_LIFETIME_MAX_SECONDS * 1_000;
const ID_CHARACTERS = 16;
const NAME = 'oriel-known-browser';
const PURPOSE = 'operator-device';
const Content = z.object({ id: z.string(), expiresMs: z.number() });

export interface KnownDevicesDependencies {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly random: Random;
}

/** Browsers in which an operator signed in before. A known browser still needs a sign-in, but guesses of strangers do not lock it out. */
export class KnownDevices {
  readonly #signer: Signer;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ signer, clock, random }: KnownDevicesDependencies) {
    this.#signer = signer;
    this.#clock = clock;
    this.#random = random;
  }

  idOf(headers: Headers): string | undefined {
    const device = readOperatorCookie(headers, NAME, (text) => this.#signer.open(PURPOSE, Content, text));
    return device !== undefined && device.expiresMs > this.#clock.now() ? device.id : undefined;
  }

  /** The `Set-Cookie` header that keeps a browser known. */
  remember(headers: Headers, isSecure: boolean): string {
    const id = this.idOf(headers) ?? makeNonce(this.#random.bytes(ID_CHARACTERS));
    const value = this.#signer.sign(PURPOSE, { id, expiresMs: this.#clock.now() + LIFETIME_MS });
    return operatorCookie({ name: NAME, value, maxAgeSeconds: BROWSER_COOKIE_LIFETIME_MAX_SECONDS, isSecure });
  }
}
