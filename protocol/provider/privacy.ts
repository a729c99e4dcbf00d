import * as z from 'zod/mini';
import { ResponseContext } from './response-context.ts';

/** Cookies that the provider keeps in this browser where no script sees them. */
export const PrivacyCallRequest = z.object({
  /** The provider takes its cookie back, and does not know the viewer again. */
  forget: z.optional(z.boolean()),
  /** The provider deletes what it has of the visitor and of the session in the context of the call. */
  erase: z.optional(z.boolean()),
});

export const PrivacyCallResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** Names of the cookies that came with the call, but those that it has taken back. */
  cookies: z.optional(z.array(z.string())),
  /** Whether it has deleted what it was asked to. */
  erased: z.optional(z.boolean()),
});
