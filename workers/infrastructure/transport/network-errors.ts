import { TRANSPORT } from '../../../protocol/constants.ts';
import { NETWORK_ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, type Failure } from '../../../protocol/outcome.ts';

/** N16 */
export function isSuccessStatus(status: number): boolean {
  return (
    (status >= TRANSPORT.successStatusFirst && status <= TRANSPORT.successStatusLast) ||
    status === TRANSPORT.notModifiedStatus
  );
}

/** N22 */
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

/** Enough of a refusal to see why. */
const BODY_EXCERPT_MAX_CHARACTERS = 200;
