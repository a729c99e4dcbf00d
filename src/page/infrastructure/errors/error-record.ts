import { ERRORS } from '../../../../protocol/constants.ts';
import type { ErrorRecord } from '../../../../protocol/error-record.ts';

/** Whatever was thrown, as a record (C6), cut to size before it crosses threads (E5). */
export function toErrorRecord(error: unknown, params?: Readonly<Record<string, string>>): ErrorRecord {
  const { message, name, stack } = describe(error);
  const cut = (text: string): string => text.slice(0, ERRORS.valueMaxCharacters);
  return {
    message: message.slice(0, ERRORS.messageMaxCharacters),
    name: cut(name),
    ...(stack === undefined ? {} : { stack: cut(stack) }),
    ...(params === undefined
      ? {}
      : { params: Object.fromEntries(Object.entries(params).map(([key, value]) => [cut(key), cut(value)])) }),
    sampleWeight: 1,
  };
}

function describe(error: unknown): { message: string; name: string; stack?: string | undefined } {
  if (error instanceof Error) return { message: error.message, name: error.name, stack: error.stack };
  try {
    return { message: String(error), name: typeof error };
  } catch {
    return { message: 'A thrown value that cannot be shown', name: typeof error };
  }
}
