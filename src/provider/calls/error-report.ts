import * as z from 'zod/mini';
import { cutText } from '../../../protocol/bounded.ts';
import { ERRORS } from '../../../protocol/constants.ts';

/** A stack is longer than other values, and worth it. */
const STACK_MAX_CHARACTERS = 4_000;

/** E5 */
const Value = cutText(ERRORS.valueMaxCharacters);

/** N14: address parameters and post parameters of an error report. What is too long is worth having in part. */
export const ErrorReportQuery = z.object({
  type: Value,
  msg: cutText(ERRORS.messageMaxCharacters),
  line: z.optional(Value),
  level: z.optional(Value),
});
export const ErrorReportFields = z.object({
  url: z.optional(Value),
  file: z.optional(Value),
  stack: z.optional(cutText(STACK_MAX_CHARACTERS)),
  thread: z.optional(Value),
  /** E7 */
  sampleWeight: z.optional(Value),
});
