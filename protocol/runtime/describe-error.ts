import type { ErrorRecord } from '../threads/error-record.ts';
import {
  ERROR_MESSAGE_MAX_CHARACTERS,
  DESCRIBED_VALUES_BUDGET_CHARACTERS,
  DESCRIBED_VALUE_MAX_CHARACTERS,
} from '../constants.ts';

/** Where an uncaught error occurred, as far as the browser reports it. */
export interface ErrorPlace {
  readonly fileName?: string | undefined;
  readonly lineNumber?: number | undefined;
}

/** Describes any thrown value as a record (C6), with texts already cut to their limits (E5). */
export function describeError(
  error: unknown,
  params?: Readonly<Record<string, string>>,
  { fileName, lineNumber }: ErrorPlace = {},
): ErrorRecord {
  const { message, name, stack } = describe(error);
  return {
    message: message.slice(0, ERROR_MESSAGE_MAX_CHARACTERS),
    name: cut(name),
    ...(lineNumber === undefined ? {} : { lineNumber }),
    ...(fileName === undefined || fileName === '' ? {} : { fileName: cut(fileName) }),
    ...(stack === undefined ? {} : { stack: cut(stack) }),
    ...(params === undefined ? {} : { params: cutParams(params) }),
    sampleWeight: 1,
  };
}

function cut(text: string): string {
  return text.slice(0, DESCRIBED_VALUE_MAX_CHARACTERS);
}

/** Pairs share a budget; pairs that do not fit are cut, then dropped (E5). */
function cutParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  let left: number = DESCRIBED_VALUES_BUDGET_CHARACTERS;
  for (const [key, value] of Object.entries(params)) {
    if (key.length >= left) break;
    kept[key] = value.slice(0, left - key.length);
    left -= key.length + (kept[key]?.length ?? 0);
  }
  return kept;
}

/** Any value can be thrown, and some cannot be converted to text. */
function describe(error: unknown): { message: string; name: string; stack?: string | undefined } {
  try {
    if (error instanceof Error) return { message: error.message, name: error.name, stack: error.stack };
    return { message: String(error), name: typeof error };
  } catch {
    return { message: 'A thrown value that cannot be shown', name: typeof error };
  }
}
