import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';

/** Every call across the boundary ends by then, answered or not. Our choice. */
export const WORKER_CALL_TIMEOUT_MS = 30_000;

/**
 * A call to a worker may never settle: after a load failure, `terminate()`, or when the proxy was collected. This one
 * does, always; at once when `signal` tells that the worker has ended.
 */
export function callWithDeadline<T>(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const giveUp = (): void => settle(fail('worker.unavailable', 'The infrastructure worker has ended'));
    const settle = (outcome: Outcome<T>): void => {
      cancel();
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
    };
    const cancel = clock.after(timeoutMs, () =>
      settle(fail('worker.timeout', `The infrastructure worker did not answer within ${timeoutMs} ms`)),
    );
    // A throw here is a bug in the service or data that cannot be cloned; it must not reach the page as a rejection.
    const broken = (error: unknown): void => settle(fail('worker.unavailable', `Infrastructure call failed: ${error}`));
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    try {
      call().then(settle, broken);
    } catch (error) {
      broken(error);
    }
  });
}
