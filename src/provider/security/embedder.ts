/** Who embeds a page, as far as the request tells, and whether a video may be shown there. */

/** `undefined`: nobody, or nobody says. Then the browser decides by `frame-ancestors`, which needs no referrer. */
export function embedderOrigin(headers: Headers): string | undefined {
  const destination = headers.get('Sec-Fetch-Dest');
  if (destination === 'document') return undefined;
  return originOf(headers.get('Referer') ?? undefined);
}

export function originOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, protocol } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

/** `allowed` are entries of a catalog's `allowedHosts`; `ownHost` is the name this request came to. */
export function mayEmbed(allowed: readonly string[], embedder: string | undefined, ownHost: string): boolean {
  if (embedder === undefined) return true;
  const { host } = new URL(embedder);
  return host === ownHost || allowed.some((pattern) => matchesHost(pattern.toLowerCase(), embedder));
}

function matchesHost(pattern: string, origin: string): boolean {
  if (pattern === '*') return true;
  const { hostname, port, protocol } = new URL(origin);
  const [name = '', wantedPort] = pattern.split(':');
  const usualPort = protocol === 'https:' ? '443' : '80';
  const portFits = wantedPort === '*' || (wantedPort ?? usualPort) === (port || usualPort);
  const nameFits = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
  return portFits && nameFits;
}
