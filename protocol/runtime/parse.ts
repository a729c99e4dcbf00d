import type * as z from 'zod/mini';
import { fail, succeed, type Outcome } from './outcome.ts';
import { unlessThrown } from './unless-thrown.ts';

/** A schema of any output type. */
export type Schema<T> = z.core.$ZodType<T>;

interface Parser<T> {
  safeParse(input: unknown): { success: true; data: T } | { success: false; error: z.core.$ZodError };
}

/** Maximum number of issues in one failure: hostile input must not cause a long message. */
const ISSUES_NAMED_MAX = 5;

/** Parses external data. The failure names the edge and each bad field, so that one log line identifies the sender. */
export function parseAt<T>(edge: string, schema: Parser<T>, input: unknown): Outcome<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return succeed(parsed.data);
  const issues = parsed.error.issues.slice(0, ISSUES_NAMED_MAX);
  const fields = issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message || issue.code}`);
  return fail('edge.invalid', `${edge}: ${fields.join('; ')}`);
}

/** Parses external text that should be JSON, like {@link parseAt}. */
export function parseJsonAt<T>(edge: string, schema: Parser<T>, text: string): Outcome<T> {
  const input = unlessThrown<unknown>(() => JSON.parse(text));
  return input === undefined ? fail('edge.invalid', `${edge}: not JSON`) : parseAt(edge, schema, input);
}
