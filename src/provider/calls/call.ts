import type { Context } from 'hono';
import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { boundedText, Name, Token } from '../../../protocol/runtime/bounded.ts';
import { CONSENT_LEVELS, type ConsentLevel } from '../../../protocol/privacy/consent.ts';
import { LogClient } from '../../../protocol/provider/logging.ts';
import { LocationInfo } from '../../../protocol/provider/request-context.ts';
import type { EndpointKey, ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import type { Accepted } from '../http/refusal.ts';

/**
 * The request context as the provider reads it: only the client is required, so that a command line can call, too. Player
 * pages send `RequestContext`; fields that are not listed here are dropped unchecked.
 */
export const CallContext = z.object({
  client: z.extend(LogClient, {
    originalUrl: z.optional(boundedText(2_048)),
    locationInfo: z.optional(z.extend(LocationInfo, { locationPlayabilityToken: z.optional(Token) })),
  }),
  user: z.optional(z.object({ consent: z.optional(z.enum(CONSENT_LEVELS)) })),
  /** The session of the page. An invalid id is ignored, and does not fail the call. */
  request: z.optional(z.object({ sessionId: withFallback(z.optional(Name), undefined) })),
});
export type CallContext = z.infer<typeof CallContext>;

export interface Call<Fields> {
  readonly fields: Fields;
  readonly client: CallContext['client'];
  /** Consent of the viewer as the page states it. */
  readonly consent: ConsentLevel | undefined;
  readonly visitorData: string | undefined;
  /** Session id as the page states it. */
  readonly sessionId: string | undefined;
  /** The owner of an action; `undefined` for a caller without valid visitor data. */
  readonly viewer: string | undefined;
  readonly context: Context;
  readonly path: string;
}

type Endpoints = typeof ENDPOINTS;
export type FieldsOf<Key extends EndpointKey> = z.output<Endpoints[Key]['request']>;
export type ResponseFieldsOf<Key extends EndpointKey> = Omit<z.output<Endpoints[Key]['response']>, 'responseContext'>;
export type Handler<Key extends EndpointKey> = (call: Call<FieldsOf<Key>>) => Promise<Accepted<ResponseFieldsOf<Key>>>;
export type Handlers = { readonly [Key in EndpointKey]: Handler<Key> };
