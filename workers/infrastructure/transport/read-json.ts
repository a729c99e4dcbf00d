import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { stripGuardPrefix } from '../../../protocol/provider/guard-prefix.ts';
import type { TransportResponse } from './transport.ts';

/** N17, E1 */
export function readJson({ text, status }: TransportResponse): Outcome<unknown> {
  try {
    return succeed(JSON.parse(stripGuardPrefix(text)));
  } catch {
    return fail('edge.invalid', ERROR_MESSAGES.jsonParsing, { status });
  }
}
