import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { stripGuardPrefix } from '../../../protocol/provider/guard-prefix.ts';
import type { TransportResponse } from './transport.ts';

/** Parses a response without its guard prefix (N17); unreadable text fails with fixed words (E1). */
export function readJson({ text, status }: TransportResponse): Outcome<unknown> {
  try {
    return succeed(JSON.parse(stripGuardPrefix(text)));
  } catch {
    return fail('edge.invalid', ERROR_MESSAGES.jsonParsing, { status });
  }
}
