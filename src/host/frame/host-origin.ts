import { textOf } from '../plain-values.ts';

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
 * Clients such as Plyr name `http:` hosts on http pages and expect `https:` frames. A server of one's own network,
 * which no authority certifies, and the one that the script itself came from, are taken at their word.
 */
export function secureOrigin(origin: string, scriptOrigin: string): string {
  return origin === scriptOrigin || PRIVATE_ORIGIN.test(origin) ? origin : origin.replace(/^http:/, 'https:');
}

/** Names without a dot, names that only a local network knows, and addresses of loopback, private and link-local ranges. */
const PRIVATE_ORIGIN = new RegExp(
  `^http://(${[
    '[^./:]+',
    '[^/:]+\\.(localhost|local|internal|home\\.arpa)',
    '(127|10)(\\.\\d+){3}',
    '(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d+){2}',
    '\\[(::1|f[cd][0-9a-f]{2}:[0-9a-f:]*|fe[89ab][0-9a-f]:[0-9a-f:]*)\\]',
  ].join('|')})(:\\d+)?$`,
);

/**
 * What is wrong with the `host` that a page names, in words for its author; `undefined` where it can be used. Without a
 * scheme it would be a path of the page itself.
 */
export function hostProblem(host: unknown): string | undefined {
  if (host === undefined || host === null || host === '') return undefined;
  const address = textOf(host);
  const isAddress = /^(https?:)?\/\/./i.test(address) && originOf(address, 'https://host.invalid') !== undefined;
  return isAddress ? undefined : `host has to be an origin such as https://videos.example, not ${address}`;
}

/** Where a script came from: its origin, and the path below which its server has its pages. */
export function serverOf(scriptAddress: string, fallbackOrigin: string): { defaultHost: string; basePath: string } {
  const defaultHost = originOf(scriptAddress);
  return defaultHost === undefined
    ? { defaultHost: fallbackOrigin, basePath: '' }
    : { defaultHost, basePath: new URL(scriptAddress).pathname.replace(/\/[^/]*$/, '') };
}
