import { unlessThrown } from '../../protocol/runtime/unless-thrown.ts';
import { textOf } from './plain-values.ts';

/** The origin of opaque documents, as browsers write it. */
export const OPAQUE_ORIGIN = 'null';

/**
 * Origin of a page. It differs from the origin of the address only in a sandbox, and in a document without an address. `window.origin`
 * is not trusted elsewhere, because it may be a variable of the page.
 */
export function pageOrigin({ origin, location }: Pick<Window & typeof globalThis, 'origin' | 'location'>): string {
  const isInherited = location.origin === OPAQUE_ORIGIN && originOf(origin) === origin;
  return origin === OPAQUE_ORIGIN || isInherited ? origin : location.origin;
}

/** The absolute address, or `undefined` for an invalid address. */
export function addressOf(address: string, base?: string): string | undefined {
  return unlessThrown(() => new URL(address, base).href);
}

/** The origin of an address, or `undefined` for an invalid address and for an address without an origin. */
export function originOf(address: string, base?: string): string | undefined {
  const full = addressOf(address, base);
  const origin = full === undefined ? OPAQUE_ORIGIN : new URL(full).origin;
  return origin === OPAQUE_ORIGIN ? undefined : origin;
}

/** Reads a list of origins separated by spaces, each with or without scheme and path. An entry without `https:` means both schemes. */
export function originsOf(list: string): string[] {
  return list
    .split(/[\s,]+/)
    .flatMap((text) =>
      /^https:/i.test(text) ? [text] : ['https:', 'http:'].map((scheme) => scheme + withoutScheme(text)),
    )
    .map((address) => originOf(address))
    .filter((origin) => origin !== undefined);
}

const withoutScheme = (text: string): string => `//${text.replace(/^(http:)?\/\//i, '')}`;

/**
 * Browsers load no `http:` frame in an https page; and on http pages, clients such as Plyr name YouTube by `http:`, which
 * has to be `https:`. Names of local networks and numeric addresses, which have no certificates, and the origin of the script
 * itself stay unchanged.
 */
export function secureOrigin(origin: string, scriptOrigin: string, page: { readonly protocol: string }): string {
  const stays = page.protocol === 'http:' && !OTHER_SERVICE.test(origin);
  return stays || origin === scriptOrigin || WITHOUT_CERTIFICATE.test(origin)
    ? origin
    : origin.replace(/^http:/, 'https:');
}

export const OTHER_SERVICE = /[/.]youtube(-nocookie)?\.com$/;

const WITHOUT_CERTIFICATE =
  /^http:\/\/([^./:]+|[^/:]+\.(localhost|local|internal|home\.arpa)|[\d.]+|\[[^\]]+\])(:\d+)?$/;

/**
 * Message about an invalid `host` option, for the page's author; `undefined` if it is valid. A host without
 * a scheme would be a path of the page itself.
 */
export function hostProblem(host: unknown): string | undefined {
  if (!host) return undefined;
  const address = textOf(host);
  const isAddress = /^(https?:)?\/\/./i.test(address) && originOf(address, 'https://host.invalid') !== undefined;
  return isAddress ? undefined : `host has to be an origin such as https://videos.example, not ${address}`;
}

/** The server of a script: its origin, and the path below which its pages are served. */
export function serverOf(scriptAddress: string, fallbackOrigin: string): { defaultHost: string; basePath: string } {
  const defaultHost = originOf(scriptAddress);
  return defaultHost === undefined
    ? { defaultHost: fallbackOrigin, basePath: '' }
    : { defaultHost, basePath: new URL(scriptAddress).pathname.replace(/\/[^/]*$/, '') };
}
