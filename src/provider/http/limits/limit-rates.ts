import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { HEADERS } from '../../../../protocol/infrastructure/request-context.ts';
import type { Visitors } from '../../security/visitors.ts';
import type { Limits } from '../../settings/limits.ts';
import { errorResponse } from '../responses.ts';
import { clientKey } from './address-key.ts';
import { TokenBuckets } from './token-buckets.ts';

export interface RateLimitDependencies {
  readonly limits: Limits;
  readonly visitors: Visitors;
  readonly clock: Clock;
  /** Called with the name of the exceeded rate, at each refusal. */
  readonly onRefusal: (rate: string) => void;
}

type PathClass = 'calls' | 'pages' | 'files';

const FILES = /^\/(?:media|assets|live)\//;
const CALLS = /^\/(?:youtubei\/|error_204$|generate_204$|pagead\/|getDatasyncIdsEndpoint$)/;
/** Monitoring is never limited. */
const UNLIMITED = /^\/(?:healthz|readyz|metrics)$/;

/**
 * Token buckets by address for calls, pages and files, and by viewer for calls. A school or a mobile network is one
 * address with hundreds of viewers, so an address gets much more than a viewer needs; the bucket of the viewer keeps
 * one faulty page from using up the budget of the others behind its address.
 */
export function limitRates({ limits, visitors, clock, onRefusal }: RateLimitDependencies): MiddlewareHandler {
  const buckets = (perSecond: number): TokenBuckets =>
    new TokenBuckets({ perSecond, burst: Math.max(1, perSecond * limits.burstSeconds) }, clock);
  const byAddress: Readonly<Record<PathClass, TokenBuckets>> = {
    calls: buckets(limits.callsPerSecond),
    pages: buckets(limits.pagesPerSecond),
    files: buckets(limits.filesPerSecond),
  };
  const byViewer = buckets(limits.viewerCallsPerSecond);

  const refuse = (rate: string): Response => {
    onRefusal(rate);
    return errorResponse(429, `Too many requests: ${rate}. Come again later.`);
  };

  return async (context, next) => {
    const { method, path } = context.req;
    /** A failed preflight would hide from the page why its call failed. */
    if (method === 'OPTIONS' || UNLIMITED.test(path)) return next();
    const pathClass = FILES.test(path) ? 'files' : CALLS.test(path) ? 'calls' : 'pages';
    const client = clientKey(context);
    if (client !== undefined && !byAddress[pathClass].take(client)) return refuse(`${pathClass}_per_address`);
    /** Only ids that we issued: forged ones would evict real buckets. */
    const viewer = pathClass === 'calls' ? visitors.idOf(context.req.header(HEADERS.visitorId)) : undefined;
    if (viewer !== undefined && !byViewer.take(viewer)) return refuse('calls_per_viewer');
    return next();
  };
}
