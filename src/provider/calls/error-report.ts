import * as z from 'zod/mini';
import { ActivitySummary } from '../../../protocol/recording/activity.ts';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { cutText, wellFormed } from '../../../protocol/runtime/bounded.ts';
import {
  ACTIVITY_MAX_CHARACTERS,
  DESCRIBED_VALUE_MAX_CHARACTERS,
  ERROR_MESSAGE_MAX_CHARACTERS,
  ERROR_PARAMETERS_MAX,
  ERROR_PARAMETERS_MAX_CHARACTERS,
} from '../../../protocol/constants.ts';
import { PARAMETER_PREFIX } from '../../../protocol/provider/observation.ts';

/** A stack is longer than other values. */
const STACK_MAX_CHARACTERS = 4_000;

/** Value of a report other than its message, cut to its length (E5). */
const Value = cutText(DESCRIBED_VALUE_MAX_CHARACTERS);

/** Query and post parameters of an error report (N14). Values that are too long are cut, not rejected. */
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
  /** Number of occurrences that this report represents (E7). */
  sampleWeight: z.optional(Value),
  /** An `ActivitySummary` as JSON. The player sends no longer text. */
  activity: z.optional(cutText(ACTIVITY_MAX_CHARACTERS)),
});

/** The stack of a report with its parameters as lines below it: `param.event: play` (C6). */
export function stackWithParameters(stack: string | undefined, form: URLSearchParams): string | undefined {
  const lines = [...form]
    .filter(([name]) => name.startsWith(PARAMETER_PREFIX))
    .slice(0, ERROR_PARAMETERS_MAX)
    .map((pair) => pair.join(': ').replaceAll(/\s+/g, ' '));
  const parameters = wellFormed(lines.join('\n').slice(0, ERROR_PARAMETERS_MAX_CHARACTERS));
  if (parameters === '') return stack;
  return stack === undefined ? parameters : `${stack}\n${parameters}`;
}

/** Checks the summary and serializes it again; `undefined` for an invalid summary: the rest of the report is stored. */
export function readActivity(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const summary = parseJsonAt('activity', ActivitySummary, text);
  return summary.ok ? JSON.stringify(summary.value) : undefined;
}
