import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { makeSequenceId } from '../../../protocol/events/event-line.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { logPath } from '../../../protocol/provider/endpoints.ts';
import { withRetryCount } from '../../../protocol/provider/paths.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { LogRequest } from '../../../protocol/provider/logging.ts';
import type { DroppedEvents } from '../../../protocol/events/dropped-events.ts';
import type { LogEndpoint } from '../../../protocol/events/log-endpoints.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import { buildClient } from '../context/build-request-context.ts';
import type { Session } from '../context/session.ts';
import { encodingHeader, type Compress } from '../transport/compression.ts';
import type { RequestSender } from '../transport/delivery.ts';
import type { Send, TransportResponse } from '../transport/transport.ts';
import type { BatchGroup, LoggedEvent } from './event-queue.ts';

export interface LogRequestsOptions {
  readonly session: Session;
  readonly clock: Clock;
  readonly random: Random;
  readonly compress: Compress;
  readonly isOnline: () => boolean;
  /** Sends to the provider. */
  readonly send: Send;
}

/** Makes requests of batches, and sends them. */
export class LogRequests implements RequestSender {
  readonly #options: LogRequestsOptions;

  constructor(options: LogRequestsOptions) {
    this.#options = options;
  }

  /**
   * Builds the request of batches (N4, N5), one batch a line. It is built once: every attempt sends the same bytes under the same id.
   * Headers that identify the viewer are added when sending, since they may change until then.
   */
  async build({ batches, endpoint, skipRetry }: BatchGroup, dropped: DroppedEvents[]): Promise<StoredRequest> {
    const { session, clock, random, compress, isOnline } = this.#options;
    const id = makeSequenceId(random);
    // The location decides which videos may be played, and does not belong into a log.
    const { locationInfo: _, ...client } = buildClient(session);
    const context = { client };
    const losses = dropped.length === 0 ? {} : { dropped };
    const lines = batches.map((batch, index) =>
      index === 0
        ? batchText({ context, serializedClientEventId: id, ...losses }, batch)
        : batchText({ context, serializedClientEventId: makeSequenceId(random) }, batch),
    );
    const { body, sizeBytes, isCompressed } = await compress(lines.join('\n'));
    const events = batches.flat();
    return {
      id,
      url: logAddress(session, endpoint),
      options: {
        method: 'POST',
        headers: {
          [HEADERS.contentType]: 'application/json',
          ...encodingHeader(isCompressed),
        },
        body,
      },
      timestamp: clock.now(),
      loggedAtMs: Math.min(...events.map((event) => event.loggedAtMs)),
      status: 'NEW',
      sendCount: 0,
      ...(skipRetry ? { skipRetry } : {}),
      eventIds: events.map((event) => event.id),
      tier: Math.min(...events.map((event) => event.tier)),
      sizeBytes,
      offline: !isOnline(),
      ...losses,
    };
  }

  /** Every attempt sends the same bytes; only identity, time and retry count are current. */
  send({ url, options, sendCount }: StoredRequest): Promise<Outcome<TransportResponse>> {
    const { session, clock, send } = this.#options;
    return send({
      address: withRetryCount(session.resolve(url), sendCount),
      headers: { ...options.headers, [HEADERS.requestTime]: String(clock.now()) },
      body: options.body,
    });
  }
}

/** An error report (N14) that has not arrived, as a request that is stored and delivered like a batch. */
export function buildReportRequest(
  url: string,
  body: string,
  { clock, random, isOnline }: Pick<LogRequestsOptions, 'clock' | 'random' | 'isOnline'>,
): StoredRequest {
  return {
    id: makeSequenceId(random),
    url,
    options: { method: 'POST', headers: { [HEADERS.contentType]: 'text/plain' }, body },
    timestamp: clock.now(),
    status: 'NEW',
    sendCount: 0,
    eventIds: [],
    tier: EVENT_TIER.default,
    sizeBytes: body.length,
    offline: !isOnline(),
  };
}

/** Main has already written the events as JSON; they are inserted unchanged. */
function batchText(envelope: Omit<LogRequest, 'events'>, events: readonly LoggedEvent[]): string {
  return `${JSON.stringify(envelope).slice(0, -1)},"events":[${events.map(({ text }) => text).join(',')}]}`;
}

function logAddress({ settings, page }: Session, endpoint: LogEndpoint): string {
  return settings.collector ?? page.addresses.api + logPath(endpoint, page.apiVersion, page.apiKey);
}
