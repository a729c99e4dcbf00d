import type { MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/**
 * Warns once of a proxy that the settings do not count, because all its viewers would share the limits of one address. Only
 * for servers with a public origin; on other servers any client could cause the log line.
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
