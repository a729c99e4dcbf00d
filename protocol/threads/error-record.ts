import * as z from 'zod/mini';
import { THREAD_NAMES } from './thread-names.ts';

/** A reported error (C6). Its text has already been cut to size (E5). */
export const ErrorRecord = z.object({
  message: z.string(),
  name: z.string(),
  lineNumber: z.optional(z.number()),
  fileName: z.optional(z.string()),
  stack: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.string())),
  /** Number of occurrences that this record represents (E7). */
  sampleWeight: z.number(),
});
export type ErrorRecord = z.infer<typeof ErrorRecord>;

/** The thread on which an error occurred. */
export const ThreadName = z.enum(THREAD_NAMES);
export type ThreadName = z.infer<typeof ThreadName>;
