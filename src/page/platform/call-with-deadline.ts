import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import { fail, type Failure, type Outcome } from '../../../protocol/runtime/outcome.ts';

/** Time limit of every call to a worker. */
export const WORKER_CALL_TIMEOUT_MS = 30_000;

export const WORKER_ENDED = fail('worker.unavailable', 'The infrastructure worker has ended');

export function noResponse(limitMs: number): Failure {
  return fail('worker.timeout', `The infrastructure worker did not answer within ${limitMs} ms`);
}

/**
 * Calls a worker and always settles: at the limit at the latest, and at once when `signal` aborts because the worker has ended.
 * A plain call may never settle, after a load failure, `terminate()`, or when the proxy was collected.
 */
export async function callWithDeadline<T>(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (signal.aborted) return WORKER_ENDED;
  const late = (): Failure => (signal.aborted ? WORKER_ENDED : noResponse(limitMs));
  try {
    return await withDeadline(call(), { clock, limitMs, signal, late });
  } catch (error) {
    // A throw here is a bug in the service or data that cannot be cloned; it must not reach the page as a rejection.
    return fail('worker.unavailable', `Infrastructure call failed: ${error}`);
  }
}
