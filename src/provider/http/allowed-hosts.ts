import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './responses.ts';
import { clientAddress, type ClientAddress } from './client-address.ts';
import { isLoopbackHost } from './loopback.ts';

/** Whether a host name is one of `names`, which may be `*.school.example` for every subdomain. */
export function isNamed(hostname: string, names: readonly string[]): boolean {
  return names.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/**
 * Accepts only host names of the operator and of this machine. With another name (DNS rebinding), pages of another site
 * would have the same origin as the provider's pages. Without names every host is served.
 */
export function allowedHosts(names: readonly string[], publicOrigin: string): MiddlewareHandler {
  if (names.length === 0) return (_, next) => next();
  const known = publicOrigin === '' ? names : [...names, new URL(publicOrigin).hostname];
  const isAllowed = ({ hostname, isLocal }: ClientAddress): boolean =>
    isNamed(hostname, known) || (isLocal && isLoopbackHost(hostname));
  return async (context, next) =>
    isAllowed(clientAddress(context))
      ? next()
      : errorResponse(
          421,
          'This server does not answer for this host name. The operator names those in ORIEL_ALLOWED_HOSTS.',
        );
}
