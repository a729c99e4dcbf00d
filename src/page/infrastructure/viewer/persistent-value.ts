import { COOKIE_NAMES } from '../../../../protocol/infrastructure/cookies.ts';
import { isCookieValue, type CookieJar } from './cookie-jar.ts';
import type { LocalEntries } from './local-entries.ts';
import { LOCAL_ENTRY_LIFETIME_MS } from '../../../../protocol/constants.ts';

const NAMES = Object.values(COOKIE_NAMES);

/**
 * Stores a value in a cookie, so that the provider receives it, or in local storage where the browser rejects the cookie:
 * over plain http a secure cookie is dropped without an error (S9).
 */
export class PersistentValue {
  readonly #cookies: CookieJar;
  readonly #entries: LocalEntries;

  constructor(cookies: CookieJar, entries: LocalEntries) {
    this.#cookies = cookies;
    this.#entries = entries;
  }

  /** All values, in the form of `document.cookie`. */
  readAll(): string {
    const found = NAMES.map((name) => ({ name, value: this.#cookies.read(name) ?? this.#entries.read(name) }));
    return found
      .filter(({ value }) => value !== null)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** Stores a value; a lifetime of 0 removes it. */
  write(name: string, value: string, lifetimeSeconds: number): void {
    if (!isCookieValue(value)) return;
    if (lifetimeSeconds > 0 && !this.#cookies.write(name, value, lifetimeSeconds)) {
      // An existing cookie that did not accept the new value would hide the entry.
      this.#cookies.remove(name);
      this.#entries.write(name, value, Math.min(lifetimeSeconds * 1_000, LOCAL_ENTRY_LIFETIME_MS));
      return;
    }
    if (lifetimeSeconds <= 0) this.#cookies.remove(name);
    this.#entries.remove(name);
  }
}
