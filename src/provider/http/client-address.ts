import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { isLoopbackAddress } from './loopback.ts';

/** Where a request comes from and which name it was sent to, as far as that can be trusted. */
export interface ClientAddress {
  /**
   * IP address of the client, without a port; what rates are counted by. `undefined` for a request that was made in
   * process, and for one whose connection is gone.
   */
  readonly address: string | undefined;
  readonly protocol: 'http' | 'https';
  /** Name and port as the client wrote them, such as `videos.example` or `[::1]:4173`. */
  readonly host: string;
  /** The name alone, in lower case. */
  readonly hostname: string;
  readonly origin: string;
  /** Whether it was sent on this machine: from a loopback address, past no proxy that would hide another. */
  readonly isLocal: boolean;
}

declare module 'hono' {
  interface ContextVariableMap {
    clientAddress: ClientAddress;
  }
}

/** Any of them shows that a proxy stands between the client and this connection. */
const FORWARDING_HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Forwarded',
  'Via',
];
const HOST = /^[\w.:[\]-]+$/;

/**
 * Where this request comes from. For every handler behind {@link readClientAddress}, which the provider installs first;
 * reading it costs nothing.
 */
export function clientAddress(context: Context): ClientAddress {
  return context.get('clientAddress');
}

/**
 * Finds out once for each request. `trustedHops` is the number of proxies in front that are the operator's own: their
 * `X-Forwarded-…` entries are believed, counted from the right end, where each proxy adds what it has seen itself. What
 * lies further to the left was written by anybody.
 */
export function readClientAddress(trustedHops: number): MiddlewareHandler {
  return (context, next) => {
    const { headers, url } = context.req.raw;
    context.set('clientAddress', addressOf(headers, new URL(url), peerOf(context.env), trustedHops));
    return next();
  };
}

/** `inProcess`: there is no connection at all, which no stranger can bring about. */
type Peer = { readonly kind: 'in-process' } | { readonly kind: 'socket'; readonly address: string | undefined };

/** By the bindings of `@hono/node-server`. A socket that has closed names its other end no more. */
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
    hostname: named.hostname,
    origin: named.origin,
    isLocal:
      forwardedFor.length > 0 && trustedHops > 0
        ? forwardedFor.length >= trustedHops && isLoopbackAddress(forwarded)
        : isDirectlyLocal(headers, peer, trustedHops),
  };
}

/** A proxy that was promised and has left no entry hides who asked. */
function isDirectlyLocal(headers: Headers, peer: Peer, trustedHops: number): boolean {
  if (FORWARDING_HEADERS.some((name) => headers.has(name))) return false;
  return peer.kind === 'in-process' || (trustedHops === 0 && isLoopbackAddress(peer.address));
}

function entries(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** With fewer entries than proxies, the request came in behind the outermost ones: the first entry is the client. */
function fromRight(list: readonly string[], trustedHops: number): string | undefined {
  return trustedHops === 0 ? undefined : list[Math.max(0, list.length - trustedHops)];
}

function readUrl(protocol: string, host: string, fallback: URL): URL {
  const text = `${protocol}//${host}/`;
  return HOST.test(host) && URL.canParse(text) ? new URL(text) : fallback;
}

/** Some proxies write `192.0.2.1:5000` or `[2001:db8::1]:5000`. */
function withoutPort(text: string | undefined): string | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text ?? '')?.[1] ?? text?.replace(/^([\d.]+):\d+$/, '$1');
  return address === undefined || isIP(address) === 0 ? undefined : unmapped(address);
}

/** An IPv4 client of a socket for both families is `::ffff:192.0.2.1`. */
function unmapped(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
