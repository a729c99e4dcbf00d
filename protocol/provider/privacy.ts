import * as z from 'zod/mini';
import { ResponseContext } from './response-context.ts';

/** Cookies that the provider keeps in this browser where no script sees them. */
export const PrivacyCallRequest = z.object({
  /** The provider takes its cookie back, and does not know the viewer again. */
  forget: z.optional(z.boolean()),
});

export const PrivacyCallResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** Names of the cookies that came with the call, but those that it has taken back. */
  cookies: z.optional(z.array(z.string())),
});
