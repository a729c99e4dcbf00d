import * as z from 'zod/mini';
import { ACTIVITY_MAX_CHARACTERS, ActivitySummary } from '../../../protocol/profiling/activity.ts';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { cutText } from '../../../protocol/runtime/bounded.ts';
import { ERROR_MESSAGE_MAX_CHARACTERS, DESCRIBED_VALUE_MAX_CHARACTERS } from '../../../protocol/constants.ts';

/** A stack is longer than other values. */
const STACK_MAX_CHARACTERS = 4_000;

/** E5 */
const Value = cutText(DESCRIBED_VALUE_MAX_CHARACTERS);

/** N14: query and post parameters of an error report. Values that are too long are cut, not rejected. */
export const ErrorReportQuery = z.object({
  type: Value,
  msg: cutText(ERROR_MESSAGE_MAX_CHARACTERS),
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
  /** An `ActivitySummary` as JSON. A longer one is none of ours. */
  activity: z.optional(cutText(ACTIVITY_MAX_CHARACTERS)),
});

/** Checked and written anew; `undefined` for one that cannot be read, which costs the report nothing else. */
export function readActivity(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const summary = parseJsonAt('activity', ActivitySummary, text);
  return summary.ok ? JSON.stringify(summary.value) : undefined;
}
