import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { requestKind } from '../observation/request-log.ts';
import type { Log, LogLevel } from './log.ts';
import type { Metrics } from './metrics.ts';

/** These are many and say little. */
const DETAILS = new Set([
  ...['/media/…', '/assets/…', '/live/…', '/provider/api/…'],
  ...['/healthz', '/readyz', '/metrics', '/generate_204'],
]);
/** Under an attack these come by the thousand; they are counted, and their reason is said once a minute. */
const SHED_STATUSES = new Set([429, 503]);

/**
 * Counts every request and writes one line about it. The line says what kind of path it was, never who asked: no address,
 * no cookie, no user agent and no query, which can hold ids. The path itself, with the video's id, is for `debug` only.
 */
export function observeRequests(log: Log, metrics: Metrics, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const startedMs = clock.monotonicNow();
    await next();
    const { method, path } = context.req;
    const { status } = context.res;
    const kind = requestKind(path);
    const durationMs = clock.monotonicNow() - startedMs;
    metrics.request(method, kind, status, durationMs);
    const fields = { method, kind, status, durationMs: Math.round(durationMs * 10) / 10 };
    const level = levelOf(kind, status);
    log[level](level === 'debug' ? { ...fields, path } : fields, 'request');
  };
}

function levelOf(kind: string, status: number): LogLevel {
  return SHED_STATUSES.has(status) || DETAILS.has(kind) ? 'debug' : 'info';
}
