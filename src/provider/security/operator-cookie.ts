import { readCookie } from './read-cookie.ts';

export interface OperatorCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly isSecure: boolean;
}

/** A `Set-Cookie` header; no page of another site can send or read the cookie. */
export function operatorCookie({ name, value, maxAgeSeconds, isSecure }: OperatorCookie): string {
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict`;
  return `${cookieName(name, isSecure)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
}

/** The content of the secure cookie, or else of the insecure cookie; `undefined` if `open` accepts neither. */
export function readOperatorCookie<T>(
  headers: Headers,
  name: string,
  open: (value: string) => T | undefined,
): T | undefined {
  return open(readCookie(headers, cookieName(name, true)) ?? '') ?? open(readCookie(headers, name) ?? '');
}

/** The prefix keeps sibling hosts and insecure pages from setting the cookie; browsers accept the prefix only over https. */
function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
