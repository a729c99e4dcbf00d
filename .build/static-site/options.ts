import { parseArgs } from 'node:util';

export interface StaticSiteOptions {
  /** Address of the provider, without a trailing slash. */
  readonly provider: string;
  /** Path of the players below their origin, such as `/player`; empty for the root. */
  readonly basePath: string;
  /** Folder to write. */
  readonly out: string;
  /** Origins of media other than the provider's. */
  readonly mediaOrigins: readonly string[];
  /** Whether requests carry the provider's cookies, for viewers who are signed in there. */
  readonly withCredentials: boolean;
}

export const USAGE = `npm run build:static -- --provider https://api.videos.example [options]

  --provider ADDRESS       the provider that the players call
  --base-path PATH         path of the players below their origin, such as /player/ (default: /)
  --media-origin ORIGIN    an origin of media or authors' pictures besides the provider's; may be given several times
  --with-credentials       calls carry the provider's cookies; it has to list the players' origin in ORIEL_PAGE_ORIGINS
  --out FOLDER             folder to write (default: dist/static)`;

/** A mistake in the arguments; the message shows the right form. */
export class InvalidOptions extends Error {}

/** @throws {InvalidOptions} */
export function readStaticOptions(args: readonly string[], defaultOut: string): StaticSiteOptions {
  const { values } = parse(args);
  if (values.provider === undefined)
    throw new InvalidOptions('--provider is missing: the address of the provider, such as https://api.videos.example');
  return {
    provider: readProvider(values.provider),
    basePath: readBasePath(values['base-path'] ?? '/'),
    out: values.out ?? defaultOut,
    mediaOrigins: (values['media-origin'] ?? []).map(readOrigin),
    withCredentials: values['with-credentials'] ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        provider: { type: 'string' },
        'base-path': { type: 'string' },
        'media-origin': { type: 'string', multiple: true },
        'with-credentials': { type: 'boolean' },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    throw new InvalidOptions(error instanceof Error ? error.message : String(error));
  }
}

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

function readProvider(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    throw new InvalidOptions(`--provider has to be an address such as https://api.videos.example, not ${text}`);
  if (address.protocol === 'http:' && !LOOPBACK.test(address.hostname))
    throw new InvalidOptions(`--provider has to be https: browsers refuse calls of secure pages to ${text}`);
  if (address.search !== '' || address.hash !== '' || address.username !== '' || address.password !== '')
    throw new InvalidOptions(`--provider has to be an address without query, fragment and user name, not ${text}`);
  return address.origin + address.pathname.replace(/\/+$/, '');
}

function readBasePath(text: string): string {
  if (!/^\/(?:[\w~-][\w.~-]*\/?)*$/.test(text))
    throw new InvalidOptions(`--base-path has to be a path such as /player/, not ${text}`);
  return text.replace(/\/$/, '');
}

function readOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:\/\//.test(text) || new URL(text).origin !== text.replace(/\/$/, ''))
    throw new InvalidOptions(`--media-origin has to be an origin such as https://media.example, not ${text}`);
  return new URL(text).origin;
}
