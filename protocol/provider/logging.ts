import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { Name, Token } from '../runtime/bounded.ts';
import { WireEvent } from '../infrastructure/events.ts';
import { DROP_REASONS } from '../infrastructure/records.ts';
import { ResponseContext } from './response-context.ts';
import { BATCH_MAX_EVENTS, DROPPED_COUNT_MAX } from '../constants.ts';

/** What the provider reads of a client: who it is, and what it knows already (N1, L7). */
export const LogClient = z.object({
  clientName: Name,
  clientVersion: Name,
  visitorData: z.optional(Token),
  configInfo: z.optional(z.object({ coldConfigHash: z.optional(Name), hotConfigHash: z.optional(Name) })),
});

/** A reason that only another version of the client knows counts as `other`. */
const Dropped = z.object({
  reason: withFallback(z.enum([...DROP_REASONS, 'other']), 'other'),
  count: z.int().check(z.gte(1), z.lte(DROPPED_COUNT_MAX)),
});

/**
 * N4, N5: a batch of events. One body may hold several batches, one JSON text a line: a last beacon, or a queue that has
 * grown, then needs one request for more than {@link BATCH_MAX_EVENTS} events.
 * `context` is the request context; its client part is all that the log needs.
 */
export const LogRequest = z.object({
  context: z.object({ client: LogClient }),
  events: z.array(WireEvent).check(z.minLength(1), z.maxLength(BATCH_MAX_EVENTS)),
  /** Wall time of sending, milliseconds; a header may carry it instead. */
  requestTimeMs: z.optional(z.number()),
  serializedClientEventId: z.optional(Name),
  credentialTransferTokens: z.optional(z.array(z.object({ token: Token, scope: Name })).check(z.maxLength(10))),
  /** Events given up by the client since its last request, and why. */
  dropped: z.optional(z.array(Dropped).check(z.maxLength(20))),
});
export type LogRequest = z.infer<typeof LogRequest>;

export const LogResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** Events that were new, and those that had been stored before. */
  accepted: z.int(),
  repeated: z.int(),
});
export type LogResponse = z.infer<typeof LogResponse>;
