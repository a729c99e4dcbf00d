import * as z from 'zod/mini';
import { ResponseContext } from './response-context.ts';

/** Cookies that the provider keeps in this browser where no script sees them. */
export const PrivacyCallRequest = z.object({
  /** The provider takes its cookie back, and does not know the viewer again. */
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
