/** The part of a document with cookies; reading or writing it may throw, in a sandbox or under a policy. */
export interface CookieDocument {
  cookie: string;
}

/** Characters that a cookie may hold unquoted: visible characters but quotes, commas, semicolons and backslashes. */
const SAFE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/**
 * In a frame of another site browsers drop every cookie that is not partitioned, without an error (S9). So all cookies are
 * partitioned, and each is read back after writing.
 */
export class CookieJar {
  readonly #document: () => CookieDocument;

  constructor(document: () => CookieDocument) {
    this.#document = document;
  }

  read(name: string): string | null {
    try {
      const pairs = this.#document().cookie.split('; ');
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
    } catch {
      return null;
    }
  }

  /** Returns whether the browser has stored the cookie. */
  write(name: string, value: string, lifetimeSeconds: number): boolean {
    this.#set(name, value, lifetimeSeconds);
    return this.read(name) === value;
  }

  remove(name: string): void {
    this.#set(name, '', 0);
  }

  #set(name: string, value: string, lifetimeSeconds: number): void {
    try {
      this.#document().cookie = `${name}=${value}; Max-Age=${lifetimeSeconds}; Path=/; Secure; SameSite=None; Partitioned`;
    } catch {
      // A refusal shows when the cookie is read back.
    }
  }
}

/** Whether a cookie can hold the value: other values would be cut off or read as an attribute. */
export function isCookieValue(value: string): boolean {
  return SAFE_VALUE.test(value);
}
