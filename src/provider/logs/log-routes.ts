import type { Hono } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import * as z from 'zod/mini';
import { REQUESTED_SEQUENCES_MAX } from '../../../protocol/constants.ts';
import { type LogResponse } from '../../../protocol/provider/logging.ts';
import { RequestedSequence } from '../../../protocol/provider/received-events.ts';
import { RECEIVED_EVENTS_PATH, RETRY_PARAMETER, SEQUENCE_PARAMETER } from '../../../protocol/provider/paths.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { LOG_ENDPOINTS } from '../../../protocol/events/log-endpoints.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import { visitorDataOf, type ResponseContexts } from '../calls/response-contexts.ts';
import { clientAddress } from '../http/client-address.ts';
import { clientNetwork } from '../http/limits/address-key.ts';
import { ClientRate } from '../http/limits/client-rate.ts';
import { refuse } from '../http/refusal.ts';
import { errorResponse, jsonResponse } from '../http/responses.ts';
import type { Senders } from '../budgets/senders.ts';
import type { Refusals } from '../http/refusals.ts';
import type { BodyReader } from '../http/limits/body-reader.ts';
import type { LogIngest, StoredPost } from './log-post.ts';
import type { ReceivedEventStore } from './received-event-store.ts';

export interface LogRoutesDependencies {
  readonly bodies: BodyReader;
  readonly logs: LogIngest;
  readonly receivedEvents: ReceivedEventStore;
  readonly responseContexts: ResponseContexts;
  readonly senders: Senders;
  readonly refusals: Refusals;
  readonly clock: Clock;
  /** Called after events were stored. */
  readonly onStored: (stored: StoredPost, network: string | undefined) => void;
}

const AskedSequences = z.array(RequestedSequence).check(
  z.minLength(1),
  z.maxLength(REQUESTED_SEQUENCES_MAX),
  z.refine((asked) => new Set(asked.map(({ id }) => id)).size === asked.length, 'expected each session once'),
);

/** Requests of one address for received events: a page sends one or two, and a school opens its pages together. */
const RECEIPTS_RATE = { perSecond: 5, burst: 100 };

/** User agents name browser and system within this length. */
const USER_AGENT_MAX_CHARACTERS = 500;

/** A 2xx means that every event of the body is in the database, now or since an earlier request (N4, N5). */
export function logRoutes(app: Hono, dependencies: LogRoutesDependencies): void {
  const { bodies, logs, receivedEvents, responseContexts, senders, refusals, clock, onStored } = dependencies;
  const receipts = new ClientRate(RECEIPTS_RATE, clock);
  app.get(RECEIVED_EVENTS_PATH, async (context) => {
    if (!receipts.take(context))
      return refusals.respond(
        context,
        refuse(
          429,
          'Too many questions: received_events_per_address. Come again later.',
          'received_events_per_address',
        ),
      );
    const asked = parseAt('received events', AskedSequences, context.req.queries(SEQUENCE_PARAMETER) ?? []);
    return asked.ok ? jsonResponse(await receivedEvents.find(asked.value)) : errorResponse(400, asked.message);
  });
  for (const endpoint of LOG_ENDPOINTS)
    app.post(`/youtubei/:apiVersion/${endpoint}`, async (context) => {
      const request = context.req.raw;
      const bytes = await bodies.jsonBytes(context);
      if (!bytes.ok) return refusals.respond(context, bytes, acceptedEncodings(bytes.status));
      const stored = await logs.take({
        endpoint,
        bytes: bytes.value,
        contentEncoding: context.req.header(HEADERS.contentEncoding) ?? null,
        headerTimeMs: readTime(context.req.header(HEADERS.requestTime)),
        retryCount: readRetryCount(context.req.query(RETRY_PARAMETER)),
        userAgent: context.req.header('user-agent')?.slice(0, USER_AGENT_MAX_CHARACTERS),
        sender: senders.of(context),
        country: clientAddress(context).country,
      });
      if (!stored.ok) return refusals.respond(context, stored, acceptedEncodings(stored.status));
      onStored(stored.value, clientNetwork(context));
      bodies.chargeUnpacked(context, stored.value.body);
      const { accepted, repeated, client } = stored.value;
      const responseContext = responseContexts.create(client, visitorDataOf(request, client));
      const response: LogResponse = { accepted, repeated, responseContext };
      return jsonResponse(response);
    });
}

function readTime(text: string | undefined): number | undefined {
  const time = Number(text ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}

const RETRY_COUNT_MAX = 999;

/** Earlier attempts as the client states them: unverified, and only displayed. */
function readRetryCount(text = ''): number {
  return /^\d+$/.test(text) ? Math.min(Number(text), RETRY_COUNT_MAX) : 0;
}

function acceptedEncodings(status: number): Record<string, string> {
  return status === 415 ? { 'Accept-Encoding': 'gzip, identity' } : {};
}
