import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { isLoopbackAddress } from './loopback.ts';
import { headerList } from './inputs/header-list.ts';
import { INPUT_BOUNDS } from './inputs/input-bounds.ts';

/** Client address and requested host name of a request, as far as they can be trusted. */
export interface ClientAddress {
  /**
   * IP address of the client, without a port, for rate limits. `undefined` for a request that was made in process, and
   * for one whose connection is gone.
   */
  readonly address: string | undefined;
  readonly protocol: 'http' | 'https';
  /** Name and port as the client sent them, such as `videos.example` or `[::1]:4173`. */
  readonly host: string;
  /** Only the name, in lower case, without the dot that a name may end with. */
  readonly hostname: string;
  readonly origin: string;
  /** Whether it was sent from this machine: from a loopback address, not through a proxy that may hide another client. */
  readonly isLocal: boolean;
  /** Country of the client, as two letters, where the proxy in front names it. */
  readonly country: string | undefined;
}

declare module 'hono' {
  interface ContextVariableMap {
    clientAddress: ClientAddress;
  }
}

/** Headers that show that a proxy is between the client and this connection. */
const FORWARDING_HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Forwarded',
  'Via',
];
/** Headers of Cloudflare and CloudFront, and a header for the operator's own proxy. */
const COUNTRY_HEADERS = ['CF-IPCountry', 'CloudFront-Viewer-Country', 'X-Country-Code'];
const HOST = /^[\w.:[\]-]+$/;

/** Whether a text is a host name or an address, with or without a port. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/**
 * The client address of this request. For every handler behind {@link readClientAddress}, which the provider installs
 * first; reading it is free.
 */
export function clientAddress(context: Context): ClientAddress {
  return context.get('clientAddress');
}

/**
 * Computes the address once for each request. `trustedHops` is the number of the operator's own proxies in front: their
 * `X-Forwarded-…` entries are trusted, counted from the right, where each proxy appends its peer. Entries further to
 * the left can be forged.
 */
export function readClientAddress(trustedHops: number): MiddlewareHandler {
  return (context, next) => {
    const { headers, url } = context.req.raw;
    context.set('clientAddress', addressOf(headers, new URL(url), peerOf(context.env), trustedHops));
    return next();
  };
}

/** `in-process`: the request has no connection, which a remote client cannot cause. */
type Peer = { readonly kind: 'in-process' } | { readonly kind: 'socket'; readonly address: string | undefined };

/** From the bindings of `@hono/node-server`. A closed socket no longer has a remote address. */
function peerOf(bindings: unknown): Peer {
  const incoming = (bindings as Partial<HttpBindings> | undefined)?.incoming;
  return incoming === undefined
    ? { kind: 'in-process' }
    : { kind: 'socket', address: unmapped(incoming.socket.remoteAddress) };
}

function addressOf(headers: Headers, url: URL, peer: Peer, trustedHops: number): ClientAddress {
  const forwardedFor = entries(headers.get('X-Forwarded-For'));
  const protocol = fromRight(entries(headers.get('X-Forwarded-Proto')), trustedHops)?.toLowerCase();
  const host = fromRight(entries(headers.get('X-Forwarded-Host')), trustedHops);
  const named = readUrl(
    protocol === 'http' || protocol === 'https' ? `${protocol}:` : url.protocol,
    host ?? url.host,
    url,
  );
  const peerAddress = peer.kind === 'socket' ? peer.address : undefined;
  const forwarded = withoutPort(fromRight(forwardedFor, trustedHops));
  return {
    address: forwarded ?? peerAddress,
    protocol: named.protocol === 'https:' ? 'https' : 'http',
    host: named.host,
    hostname: withoutDot(named.hostname),
    origin: named.origin,
    country: trustedHops === 0 ? undefined : countryOf(headers),
    isLocal:
      forwardedFor.length > 0 && trustedHops > 0
        ? forwardedFor.length >= trustedHops && isLoopbackAddress(forwarded)
        : isDirectlyLocal(headers, peer, trustedHops),
  };
}

/** `XX` means an unknown country. */
function countryOf(headers: Headers): string | undefined {
  const named = COUNTRY_HEADERS.map((name) => headers.get(name)?.toUpperCase() ?? '');
  return named.find((country) => /^[A-Z]{2}$/.test(country) && country !== 'XX');
}

/** A configured proxy that added no entry hides the client. */
function isDirectlyLocal(headers: Headers, peer: Peer, trustedHops: number): boolean {
  if (FORWARDING_HEADERS.some((name) => headers.has(name))) return false;
  return peer.kind === 'in-process' || (trustedHops === 0 && isLoopbackAddress(peer.address));
}

function entries(header: string | null): string[] {
  return headerList(header?.slice(-INPUT_BOUNDS.forwarded.characters), ',', INPUT_BOUNDS.forwarded);
}

/** With fewer entries than proxies, the request bypassed the outermost ones: the first entry is the client. */
function fromRight(list: readonly string[], trustedHops: number): string | undefined {
  return trustedHops === 0 ? undefined : list[Math.max(0, list.length - trustedHops)];
}

function readUrl(protocol: string, host: string, fallback: URL): URL {
  const text = `${protocol}//${host}/`;
  return isHost(host) && URL.canParse(text) ? new URL(text) : fallback;
}

/** Some proxies write `192.0.2.1:5000` or `[2001:db8::1]:5000`. */
function withoutPort(text: string | undefined): string | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text ?? '')?.[1] ?? text?.replace(/^([\d.]+):\d+$/, '$1');
  return address === undefined || isIP(address) === 0 ? undefined : unmapped(address);
}

/** `videos.example.` is `videos.example`, written from the root. */
export function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

/** On a dual-stack socket, an IPv4 client is `::ffff:192.0.2.1`. */
function unmapped(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
