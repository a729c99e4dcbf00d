import * as z from 'zod/mini';
import { ResponseContext } from './response-context.ts';

/** Request about the provider's cookies in this browser, which scripts cannot read, and its data of the viewer. */
export const PrivacyCallRequest = z.object({
  /** Whether the provider deletes its cookie, so that it no longer recognises the viewer. */
  forget: z.optional(z.boolean()),
  /** Whether the provider deletes its data of the visitor and of the session in the context of the call. */
  erase: z.optional(z.boolean()),
});

export const PrivacyCallResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** Names of the cookies that came with the call, except those that the response has deleted. */
  cookies: z.optional(z.array(z.string())),
  /** Whether the provider has deleted the requested data. */
  erased: z.optional(z.boolean()),
});
