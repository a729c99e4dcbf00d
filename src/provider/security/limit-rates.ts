import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import type { Visitors } from './visitors.ts';
import type { Limits } from '../settings/limits.ts';
import type { OnRefusal } from '../http/refusal.ts';
import { errorResponse } from '../http/responses.ts';
import { clientKey, clientNetwork } from '../http/limits/address-key.ts';
import { pathKind, type PathKind } from '../http/limits/path-kind.ts';
import { TokenBuckets } from '../http/limits/token-buckets.ts';

export interface RateLimitDependencies {
  readonly limits: Limits;
  readonly visitors: Visitors;
  readonly clock: Clock;
  readonly onRefusal: OnRefusal;
}

/**
 * Token buckets by address for calls, pages and files, and by viewer for calls. A school or a mobile network is one
 * address with hundreds of viewers, so an address gets much more than a viewer needs; the bucket of the viewer keeps
 * one faulty page from using up the rate of other viewers at its address.
 */
export function limitRates({ limits, visitors, clock, onRefusal }: RateLimitDependencies): MiddlewareHandler {
  const buckets = (perSecond: number): TokenBuckets =>
    new TokenBuckets({ perSecond, burst: Math.max(1, perSecond * limits.burstSeconds) }, clock);
  const calls = { rate: 'calls', buckets: buckets(limits.callsPerSecond) };
  const byAddress: Readonly<Record<PathKind, { readonly rate: string; readonly buckets: TokenBuckets }>> = {
    calls,
    logs: calls,
    pages: { rate: 'pages', buckets: buckets(limits.pagesPerSecond) },
    files: { rate: 'files', buckets: buckets(limits.filesPerSecond) },
  };
  const byViewer = buckets(limits.viewerCallsPerSecond);

  const refuse = (context: Context, rate: string): Response => {
    onRefusal(rate, clientNetwork(context));
    return errorResponse(429, `Too many requests: ${rate}. Come again later.`);
  };

  return async (context, next) => {
    const kind = pathKind(context.req.method, context.req.path);
    if (kind === undefined) return next();
    const { rate, buckets: ofKind } = byAddress[kind];
    const client = clientKey(context);
    if (client !== undefined && !ofKind.take(client)) return refuse(context, `${rate}_per_address`);
    // Only ids that this provider issued: forged ids would evict real buckets.
    const viewer = rate === 'calls' ? visitors.idOf(context.req.header(HEADERS.visitorId)) : undefined;
    if (viewer !== undefined && !byViewer.take(viewer)) return refuse(context, 'calls_per_viewer');
    return next();
  };
}
