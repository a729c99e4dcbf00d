import { textOf } from '../plain-values.ts';

/** The origin of opaque documents, as browsers write it. */
export const OPAQUE_ORIGIN = 'null';

/** The origin of an address, or `undefined` for an invalid one. */
export function originOf(address: string, base?: string): string | undefined {
  try {
    const { origin } = new URL(address, base);
    return origin === OPAQUE_ORIGIN ? undefined : origin;
  } catch {
    return undefined;
  }
}

/**
 * Clients such as Plyr name `http:` hosts on http pages and expect `https:` frames. Servers on private networks, for
 * which there are no certificates, and the origin of the script itself, stay unchanged.
 */
export function secureOrigin(origin: string, scriptOrigin: string): string {
  return origin === scriptOrigin || PRIVATE_ORIGIN.test(origin) ? origin : origin.replace(/^http:/, 'https:');
}

/** Names without a dot, names of local networks, and addresses of loopback, private and link-local ranges. */
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
 * What is wrong with the `host` option, for the page's author; `undefined` if it is valid. Without a scheme it would be
 * a path of the page itself.
 */
export function hostProblem(host: unknown): string | undefined {
  if (host === undefined || host === null || host === '') return undefined;
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
