import type { Context } from 'hono';
import type { OwnOrigin } from './own-origin.ts';

/** Which site embeds a page, as far as the request shows, and whether a video may be shown there. */

/** `undefined`: not embedded, or unknown. Then the browser enforces `frame-ancestors`, which needs no referrer. */
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

/** An embedder that cannot be known, written as browsers write an opaque origin. No list of hosts contains it. */
const HIDDEN_EMBEDDER = 'null';

/** The embedder of a page that is in a frame and was requested without a referrer; `undefined` unless the browser states a frame. */
export function hiddenEmbedder(headers: Headers): string | undefined {
  return /^i?frame$/.test(headers.get('Sec-Fetch-Dest') ?? '') ? HIDDEN_EMBEDDER : undefined;
}

/**
 * The origins to check for a call of a page, whose `frame-ancestors` guarded only its first video. The page reports its embedder,
 * if it has one; a page of another origin than this provider's is also checked by its own origin, which it cannot forge.
 * A page or host is hidden if it is in a sandbox, at `data:`, at `about:blank` or in a file, or if the host sends no referrer
 * in a browser that reports no ancestors.
 */
export function embeddersOfCall(claimed: string | undefined, context: Context, ownOrigin: OwnOrigin): string[] {
  const page = ownOrigin.isCrossOrigin(context) ? [context.req.header('Origin') ?? ''] : [];
  const host = claimed === undefined ? [] : [claimed];
  return [...page, ...host].map((address) => originOf(address) ?? HIDDEN_EMBEDDER);
}

/** `allowed` are entries of a catalog's `allowedHosts`; `ownHosts` are the host names of the provider and its pages. */
export function mayEmbed(
  allowed: readonly string[],
  embedders: readonly string[],
  ownHosts: readonly string[],
): boolean {
  if (allowed.includes('*')) return true;
  return embedders.every(
    (embedder) =>
      URL.canParse(embedder) &&
      (ownHosts.includes(new URL(embedder).host) ||
        allowed.some((pattern) => matchesHost(pattern.toLowerCase(), embedder))),
  );
}

function matchesHost(pattern: string, origin: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const [name = '', wantedPort] = pattern.split(':');
  const usualPort = protocol === 'https:' ? '443' : '80';
  const portFits = wantedPort === '*' || (wantedPort ?? usualPort) === (port || usualPort);
  const nameFits = name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
  return portFits && nameFits;
}
