import { NETWORK_ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, type Failure } from '../../../protocol/runtime/outcome.ts';
import { NOT_MODIFIED_STATUS, SUCCESS_STATUS_FIRST, SUCCESS_STATUS_LAST } from '../../../protocol/constants.ts';

/** True for the statuses 200 to 206 and 304 (N16). */
export function isSuccessStatus(status: number): boolean {
  return (status >= SUCCESS_STATUS_FIRST && status <= SUCCESS_STATUS_LAST) || status === NOT_MODIFIED_STATUS;
}

/** Failure `net.badstatus` with the response's status, `Retry-After` and the beginning of its body (N22). */
export function badStatus(status: number, retryAfterMs: number | undefined, body: string): Failure {
  return fail('net.badstatus', NETWORK_ERROR_MESSAGES['net.badstatus'](status), {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(body === '' ? {} : { body: body.slice(0, BODY_EXCERPT_MAX_CHARACTERS) }),
  });
}

export function timedOut(): Failure {
  return fail('net.timeout', NETWORK_ERROR_MESSAGES['net.timeout']());
}

export function unknownNetworkError(error: unknown): Failure {
  return fail('net.unknown', NETWORK_ERROR_MESSAGES['net.unknown'](), { cause: String(error) });
}

/** Enough of a refusal's body to see the cause. */
const BODY_EXCERPT_MAX_CHARACTERS = 200;
