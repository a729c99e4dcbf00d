import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { requestKind, requestMethod } from './request-log.ts';
import type { Log, LogLevel } from './log.ts';
import type { Metrics } from './metrics.ts';
import { TOKEN_STEP } from '../http/media-token.ts';

/** Kinds of requests that are frequent and of little interest. */
const DETAILS = new Set([
  ...['/media/…', '/assets/…', '/live/…', '/provider/api/…'],
  ...['/healthz', '/readyz', '/metrics', '/generate_204'],
]);
const TOKEN = new RegExp(TOKEN_STEP, 'g');
/** Statuses that are frequent under an attack: they are counted, and their reason is logged once a minute. */
const SHED_STATUSES = new Set([429, 503]);

/**
 * Counts every request and logs one line about it. The line has the kind of path, never the client: no address, no cookie, no user
 * agent and no query, which can hold ids. The path itself, with the video's id, is for `debug` only. The duration is the time of
 * this server: a client with a slow line, or a client that holds its body back, makes no request slow.
 */
export function observeRequests(log: Log, metrics: Metrics, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const startedMs = clock.monotonicNow();
    await next();
    const { path } = context.req;
    const method = requestMethod(context.req.method);
    const { status } = context.res;
    const kind = requestKind(path);
    const durationMs = clock.monotonicNow() - startedMs - (context.get('bodyWaitMs') ?? 0);
    metrics.request(method, kind, status, durationMs);
    const fields = { method, kind, status, durationMs: Math.round(durationMs * 10) / 10 };
    const level = levelOf(kind, status);
    log[level](level === 'debug' ? { ...fields, path: withoutToken(path) } : fields, 'request');
  };
}

/** The token in the path of a signed file opens it for hours. */
function withoutToken(path: string): string {
  return path.replaceAll(TOKEN, '~…');
}

function levelOf(kind: string, status: number): LogLevel {
  return SHED_STATUSES.has(status) || DETAILS.has(kind) ? 'debug' : 'info';
}
