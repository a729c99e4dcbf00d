import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import type { ObservedRequest, RequestCount } from '../../../protocol/provider/observation.ts';
import {
  LICENSE_PATH,
  PAGE_CONFIG_PATH,
  RECEIVED_EVENTS_PATH,
  endpointPath,
} from '../../../protocol/provider/paths.ts';

/** Requests shown on the live page, in memory. */
export const RECENT_REQUESTS_MAX = 500;

/** Paths that are kinds themselves. */
const EXACT = new Set([
  ...Object.values(ENDPOINTS).map(({ path }) => endpointPath(path)),
  ...[LICENSE_PATH, PAGE_CONFIG_PATH, RECEIVED_EVENTS_PATH],
  ...['/', '/iframe_api', '/player_api', '/oriel.js', '/oriel-player.js', '/oembed', '/third-party-notices', '/states'],
  ...['/provider', '/provider/films', '/provider/viewers', '/provider/login', '/provider/logout'],
  ...['/error_204', '/generate_204', '/pagead/id', '/getDatasyncIdsEndpoint', '/ads/ad_status.js', '/bot_detection.js'],
  ...['/healthz', '/readyz', '/metrics'],
]);

/** Kinds of other paths. No kind contains a part of a path: clients choose paths, and kinds are kept for ever. */
const PATTERNS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^\/youtubei\/[^/]+\/log_event$/, '/youtubei/…/log_event'],
  [/^\/youtubei\/[^/]+\/video_stats$/, '/youtubei/…/video_stats'],
  ...['embed', 'v', 'e', 'media', 'assets', 'live', 'provider/api', 'provider/uploads'].map(
    (folder) => [new RegExp(`^/${folder}(?:/|$)`), `/${folder}/…`] as const,
  ),
];

export function requestKind(path: string): string {
  if (EXACT.has(path)) return path;
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

export function requestMethod(method: string): string {
  return METHODS.has(method) ? method : 'other';
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
    this.#add(requestMethod(method), requestKind(path), context.res.status, this.#clock.monotonicNow() - startedMs);
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
