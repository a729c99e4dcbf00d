import * as z from 'zod/mini';
import { LOGGING } from '../constants.ts';
import { WireEvent } from '../events.ts';
import { ResponseContext } from './response-context.ts';

/**
 * N4, N5: a batch of events. One body may hold several batches, one JSON text a line: a last beacon, or a queue that has
 * grown, then needs one request for more than {@link LOGGING.batchMaxEvents} events.
 * `context` is the request context; its client part is all that the log needs.
 */
export const LogRequest = z.object({
  context: z.object({ client: z.looseObject({ clientName: z.string(), clientVersion: z.string() }) }),
  events: z.array(WireEvent).check(z.minLength(1), z.maxLength(LOGGING.batchMaxEvents)),
  /** Wall time of sending, milliseconds; a header may carry it instead. */
  requestTimeMs: z.optional(z.number()),
  serializedClientEventId: z.optional(z.string()),
  credentialTransferTokens: z.optional(z.array(z.object({ token: z.string(), scope: z.string() }))),
  /** Events given up by the client since its last request, and why (design.md 4). */
  dropped: z.optional(z.array(z.object({ reason: z.string(), count: z.int() }))),
});
export type LogRequest = z.infer<typeof LogRequest>;

export const LogResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** Events that were new, and those that had been stored before. */
  accepted: z.int(),
  repeated: z.int(),
});
export type LogResponse = z.infer<typeof LogResponse>;
