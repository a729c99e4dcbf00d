import * as z from 'zod/mini';
import { ClientInfo, ConsistencyTokenJar } from '../../../protocol/request-context.ts';
import type { EndpointKey, ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import type { Accepted } from '../http/refusal.ts';

/**
 * The request context as the provider reads it: only who is calling is required, so that a terminal can call too. What
 * a page of ours sends is `RequestContext`.
 */
export const CallContext = z.object({
  client: z.extend(z.partial(ClientInfo), { clientName: z.string(), clientVersion: z.string() }),
  user: z.optional(z.looseObject({})),
  request: z.optional(z.object({ consistencyTokenJars: z.optional(z.array(ConsistencyTokenJar)) })),
});
export type CallContext = z.infer<typeof CallContext>;

export interface Call<Fields> {
  readonly fields: Fields;
  readonly client: CallContext['client'];
  readonly visitorData: string | undefined;
  /** Whom an action belongs to; `undefined` for a caller without good visitor data. */
  readonly viewer: string | undefined;
  readonly request: Request;
  readonly path: string;
}

type Endpoints = typeof ENDPOINTS;
export type FieldsOf<Key extends EndpointKey> = z.output<Endpoints[Key]['request']>;
export type AnswerOf<Key extends EndpointKey> = Omit<z.output<Endpoints[Key]['response']>, 'responseContext'>;
export type Handler<Key extends EndpointKey> = (call: Call<FieldsOf<Key>>) => Promise<Accepted<AnswerOf<Key>>>;
export type Handlers = { readonly [Key in EndpointKey]: Handler<Key> };
