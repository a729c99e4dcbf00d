import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import { COOKIE_NAMES } from '../../../protocol/infrastructure/cookies.ts';
import { cookieValue } from './cookie-header.ts';
import { LOCATION_TOKEN_LIFETIME_SECONDS } from '../../../protocol/constants.ts';

export const LOCATION_TOKEN_COOKIE = COOKIE_NAMES.locationToken;

/** Token by which the provider has confirmed the viewer's location, kept for 180 days (N18, S9). */
export class LocationToken {
  readonly #write: (value: string, maxAgeSeconds: number) => void;
  #token: string | undefined;

  constructor(cookies: string, write: (value: string, maxAgeSeconds: number) => void) {
    this.#write = write;
    const stored = cookieValue(cookies, LOCATION_TOKEN_COOKIE);
    this.#token = stored === undefined || stored === '' ? undefined : safelyDecoded(stored);
  }

  get value(): string | undefined {
    return this.#token;
  }

  forget(): void {
    this.#token = undefined;
    this.#write('', 0);
  }

  save(token: string): void {
    this.#token = token;
    this.#write(encodeURIComponent(token), LOCATION_TOKEN_LIFETIME_SECONDS);
  }
}

function safelyDecoded(text: string): string | undefined {
  return unlessThrown(() => decodeURIComponent(text));
}
