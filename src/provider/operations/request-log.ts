import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ObservedRequest, RequestCount } from '../../../protocol/provider/observation.ts';

/** Requests shown on the live page, in memory. */
export const RECENT_REQUESTS_MAX = 500;

/** Kinds of paths, so that a client with many addresses cannot make the table long. */
const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [
    /^\/youtubei\/v1\/(player(?:\/heartbeat)?|page_config|received_events|privacy|subscription\/(?:un)?subscribe)$/,
    '/youtubei/v1/$1',
  ],
  [/^\/youtubei\/v1\/((?:share|notification|browse)\/[a-z_]+|feedback)$/, '/youtubei/v1/$1'],
  [/^\/youtubei\/[^/]+\/(log_event|video_stats)$/, '/youtubei/…/$1'],
  [/^\/(embed|v|e)(?:\/.*)?$/, '/$1/…'],
  [/^\/(media|assets|live)\/.*$/, '/$1/…'],
  [/^\/provider\/(api|uploads)(?:\/.*)?$/, '/provider/$1/…'],
  [
    /^(\/(?:iframe_api|player_api|oriel\.js|oriel-player\.js|oembed|provider(?:\/films|\/viewers)?|error_204|generate_204|pagead\/id|healthz|readyz|metrics)?)$/,
    '$1',
  ],
  [/^(\/(?:getDatasyncIdsEndpoint|ads\/ad_status\.js|bot_detection\.js))$/, '$1'],
];

export function requestKind(path: string): string {
  const [pattern, kind] = KINDS.find(([candidate]) => candidate.test(path)) ?? [];
  return pattern === undefined || kind === undefined ? 'other' : path.replace(pattern, kind);
}

/** Frequent and of little interest: counted, but not listed. */
const UNLISTED = new Set([
  ...['/media/…', '/assets/…', '/live/…', '/provider/api/…', '/provider/uploads/…'],
  ...['/healthz', '/readyz', '/metrics'],
]);

/** Requests to the provider: counts by kind and status, and the last requests. In memory, both bounded. */
export class RequestLog {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #recent: ObservedRequest[] = [];
  readonly #counts = new Map<string, RequestCount>();
  #serial = 0;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  readonly middleware: MiddlewareHandler = async (context, next) => {
    const startedMs = this.#clock.monotonicNow();
    await next();
    const { method, path } = context.req;
    this.#add(method, requestKind(path), context.res.status, this.#clock.monotonicNow() - startedMs);
  };

  /** Requests after the one with this number, newest last. */
  after(serial: number, limit: number): ObservedRequest[] {
    return this.#recent.filter((request) => request.id > serial).slice(-limit);
  }

  counts(): RequestCount[] {
    return [...this.#counts.values()].sort((left, right) => right.count - left.count);
  }

  #add(method: string, kind: string, status: number, durationMs: number): void {
    const key = `${method} ${kind} ${status}`;
    const known = this.#counts.get(key);
    this.#counts.set(key, { method, kind, status, count: (known?.count ?? 0) + 1 });
    if (UNLISTED.has(kind)) return;
    this.#serial += 1;
    const request = { id: this.#serial, receivedAtMs: this.#clock.now(), method, kind, status, durationMs };
    this.#recent.push({ ...request, durationMs: Math.round(durationMs * 10) / 10 });
    if (this.#recent.length > RECENT_REQUESTS_MAX) this.#recent.shift();
    this.#onChange();
  }
}
