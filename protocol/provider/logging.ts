import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { Name, Token } from '../runtime/bounded.ts';
import { WireEvent } from '../events/events.ts';
import { DROP_REASONS } from '../events/dropped-events.ts';
import { ResponseContext } from './response-context.ts';
import { BATCH_MAX_EVENTS, DROPPED_COUNT_MAX } from '../constants.ts';

/** The part of a client that the provider reads: its identity, and the configuration it has (N1, L7). */
export const LogClient = z.object({
  clientName: Name,
  clientVersion: Name,
  visitorData: z.optional(Token),
  /** Origin of the page that embeds the player, for reports. An invalid value counts as absent, so that no event is lost. */
  originalUrl: withFallback(z.optional(Name), undefined),
  configInfo: z.optional(z.object({ coldConfigHash: z.optional(Name), hotConfigHash: z.optional(Name) })),
});

/** An unknown reason, from another version of the client, counts as `other`. */
const Dropped = z.object({
  reason: withFallback(z.enum([...DROP_REASONS, 'other']), 'other'),
  count: z.int().check(z.gte(1), z.lte(DROPPED_COUNT_MAX)),
});

/**
 * A batch of events (N4, N5). One body may hold several batches, one JSON text a line: an unload beacon or a long queue
 * then needs one request for more than {@link BATCH_MAX_EVENTS} events. `context` is the request context; the log needs
 * only its client part.
 */
export const LogRequest = z.object({
  context: z.object({ client: LogClient }),
  events: z.array(WireEvent).check(z.minLength(1), z.maxLength(BATCH_MAX_EVENTS)),
  /** Wall time of sending, milliseconds; a header may carry it instead. */
  requestTimeMs: z.optional(z.number()),
  serializedClientEventId: z.optional(Name),
  credentialTransferTokens: z.optional(z.array(z.object({ token: Token, scope: Name })).check(z.maxLength(10))),
  /** Events that the client dropped since its last request, and why. */
  dropped: z.optional(z.array(Dropped).check(z.maxLength(20))),
});
export type LogRequest = z.infer<typeof LogRequest>;

export const LogResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** `accepted` counts new events, `repeated` events that were already stored. */
  accepted: z.int(),
  repeated: z.int(),
});
export type LogResponse = z.infer<typeof LogResponse>;
