import type { Clock } from '../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { PARKED_RETRY_MAX_MS, RETRY_AFTER_MIN_MS } from '../../../protocol/constants.ts';
import { CLIENT_NUMBER, HEADERS } from '../../../protocol/provider/request-context.ts';
import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { clientIdentity } from '../context/client-identity.ts';
import type { Session } from '../context/session.ts';
import { during } from '../during.ts';
import type { Environment } from '../environment.ts';
import { badStatus, isSuccessStatus, timedOut, unknownNetworkError } from './network-errors.ts';

/** Timeout of a request: a server that hangs reports no error. */
export const REQUEST_TIMEOUT_MS = 10_000;

export interface TransportRequest {
  readonly address: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
}

export interface TransportResponse {
  readonly status: number;
  readonly text: string;
}

export type Send = (request: TransportRequest) => Promise<Outcome<TransportResponse>>;

/**
 * Sends a request that settles by its deadline: for `fetch`, a server that hangs is not a network error.
 *
 * @param carriesCookies Whether a request to this address of another origin carries the cookies of that origin.
 */
export function createTransport(
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock },
  carriesCookies: (address: string) => boolean,
): Send {
  return async ({ address, method = 'POST', headers = {}, body, timeoutMs = REQUEST_TIMEOUT_MS }) => {
    const deadline = new AbortController();
    let isLate = false;
    const cancel = clock.after(timeoutMs, () => {
      isLate = true;
      deadline.abort();
    });
    try {
      const response = await fetch(address, {
        method,
        headers,
        signal: deadline.signal,
        cache: 'no-store',
        credentials: carriesCookies(address) ? 'include' : 'same-origin',
        ...(body === undefined ? {} : { body: body as BodyInit }),
      });
      // The deadline covers the body too: a response may stall after its headers.
      const text = await response.text();
      if (isSuccessStatus(response.status)) return succeed({ status: response.status, text });
      return badStatus(response.status, retryAfterMs(response.headers.get('Retry-After'), clock), text);
    } catch (error) {
      return isLate ? timedOut() : unknownNetworkError(error);
    } finally {
      cancel();
    }
  };
}

/** Sends requests for the session's viewer, with headers from the time of sending (N1). */
export function createProviderSend(session: Session, environment: Pick<Environment, 'fetch' | 'clock'>): Send {
  const transport = createTransport(environment, (address) => session.carriesCookies(address));
  return (request) =>
    transport({ ...request, headers: { ...commonHeaders(session, request.address), ...request.headers } });
}

/** Records every request with its body and the status of its response, 0 if there was none. */
export function recordRequests(spans: SpanRing, name: SpanName & `request ${string}`, send: Send): Send {
  return (request) =>
    during(spans, name, () => send(request), {
      bytes: request.body?.length ?? 0,
      toValue: (outcome) => (outcome.ok ? outcome.value.status : Number(outcome.details?.['status'] ?? 0)),
    });
}

/**
 * Headers of every request to the provider (N1); none for an address that the operator has pointed elsewhere, which
 * must not learn who the viewer is. Headers that identify the viewer are added when a request is sent, not when it is
 * stored.
 */
function commonHeaders(session: Session, address: string): Record<string, string> {
  const { browser, page } = session;
  if (!session.isOfProvider(address)) return {};
  const visitorId = session.visitorData();
  const { timeZone, utcOffsetMinutes } = browser.localTime();
  return {
    [HEADERS.contentType]: 'application/json',
    [HEADERS.clientName]: String(CLIENT_NUMBER),
    [HEADERS.clientVersion]: clientIdentity(session).clientVersion,
    [HEADERS.timeZone]: timeZone,
    [HEADERS.utcOffset]: String(utcOffsetMinutes),
    [HEADERS.bootstrapLoggedIn]: String(page.loggedIn),
    ...(visitorId === undefined ? {} : { [HEADERS.visitorId]: visitorId }),
    ...(page.authorization === undefined ? {} : { [HEADERS.authorization]: page.authorization }),
  };
}

/** Reads seconds or a date, clamped; any other value counts as absent (S6). */
function retryAfterMs(header: string | null, clock: Clock): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const delayMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - clock.now();
  return Number.isFinite(delayMs) ? Math.min(Math.max(delayMs, RETRY_AFTER_MIN_MS), PARKED_RETRY_MAX_MS) : undefined;
}
