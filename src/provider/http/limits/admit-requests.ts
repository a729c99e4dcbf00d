import type { Context, MiddlewareHandler } from 'hono';
import type { Random } from '../../../../protocol/runtime/clock.ts';
import { asksForPage } from '../error-pages.ts';
import { busyPage } from '../plain-pages.ts';
import { clientAddress } from '../client-address.ts';
import type { OnRefusal } from '../refusal.ts';
import { errorResponse } from '../responses.ts';
import { retryHeaders } from '../retry-after.ts';
import { siteKey } from './address-key.ts';
import type { RequestAdmission } from './request-admission.ts';
import { pathKind } from './path-kind.ts';

export interface AdmitRequestsDependencies {
  readonly admission: RequestAdmission;
  readonly random: Random;
  readonly onRefusal: OnRefusal;
}

/** Overload passes sooner than a failure does. */
const RETRY_AFTER_SECONDS = [5, 30] as const;

/** Admits requests in the order of service; a request that cannot be served in time gets 503 with `Retry-After` at once. */
export function admitRequests({ admission, random, onRefusal }: AdmitRequestsDependencies): MiddlewareHandler {
  return async (context, next) => {
    const kind = pathKind(context.req.method, context.req.path);
    const { address } = clientAddress(context);
    // Limits do not apply to requests made in process.
    if (kind === undefined || address === undefined) return next();
    if (await admission.enter(kind, address)) return next();
    onRefusal(`overload_${kind}`, siteKey(address));
    return busyResponse(context, retryHeaders(RETRY_AFTER_SECONDS, random));
  };
}

/** The connection is kept: opening another would cost more than the refusal. */
function busyResponse(context: Context, headers: ReturnType<typeof retryHeaders>): Response {
  if (!asksForPage(context.req.raw.headers))
    return errorResponse(503, 'Too many requests of all clients. Come again later.', headers);
  const page = busyPage(Number(headers['Retry-After']));
  page.headers.set('Retry-After', headers['Retry-After']);
  return page;
}
