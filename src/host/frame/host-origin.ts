/** How browsers spell the origin of a page that has none. */
export const OPAQUE_ORIGIN = 'null';

/** The origin of an address, or `undefined` for what is none. */
export function originOf(address: string, base?: string): string | undefined {
  try {
    const { origin } = new URL(address, base);
    return origin === OPAQUE_ORIGIN ? undefined : origin;
  } catch {
    return undefined;
  }
}

/**
 * Clients name `http:` hosts on http pages and expect `https:` frames (host-api 1.11). A server on the same machine, and
 * the one that the script itself came from, are taken at their word.
 */
export function secureOrigin(origin: string, scriptOrigin: string): string {
  return origin === scriptOrigin || isLoopback(origin) ? origin : origin.replace(/^http:/, 'https:');
}

function isLoopback(origin: string): boolean {
  return /^http:\/\/(localhost|[^/]*\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(origin);
}
