import { ERRORS } from '../../../protocol/constants.ts';
import type { ErrorRecord } from '../../../protocol/error-record.ts';

/** Whatever was thrown in the worker, as a record (C6), cut to size (E5). */
export function describeError(error: unknown): ErrorRecord {
  const isError = error instanceof Error;
  return {
    message: String(isError ? error.message : error).slice(0, ERRORS.messageMaxCharacters),
    name: isError ? error.name : typeof error,
    ...(isError && error.stack !== undefined ? { stack: error.stack.slice(0, ERRORS.valueMaxCharacters) } : {}),
    sampleWeight: 1,
  };
}
