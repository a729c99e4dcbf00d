import type { MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/**
 * Warns once of a proxy in front that the settings do not count: all its viewers would share the limits of one address. For
 * a server with a public origin; elsewhere a stranger could cause the line.
 */
export function warnOfProxy(log: Log): MiddlewareHandler {
  let hasWarned = false;
  return (context, next) => {
    if (!hasWarned && context.req.header('X-Forwarded-For') !== undefined) {
      hasWarned = true;
      log.warn(
        {},
        'A request has X-Forwarded-For, and ORIEL_TRUSTED_HOPS is 0: viewers behind a proxy share the limits of one address. Set it to the number of your proxies.',
      );
    }
    return next();
  };
}
