import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';

export interface OpeningOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMs: number;
  /** Ends the wait: the worker is no longer wanted. */
  readonly signal: AbortSignal;
}

/**
 * The outcome of a start, which always settles. A constructed worker may still fail to load, and then fires an `error` event or no
 * event at all.
 */
export function whenOpened<Service>(
  worker: Worker,
  opened: Promise<Outcome<Service>>,
  { clock, timeoutMs: limitMs, signal }: OpeningOptions,
): Promise<Outcome<Service>> {
  const refusal = (reason: string) => fail('worker.unavailable', reason);
  const opening = new Promise<Outcome<Service>>((resolve) => {
    worker.addEventListener('error', ({ message }) =>
      resolve(refusal(`worker failed to load: ${message || 'no message'}`)),
    );
    worker.addEventListener('messageerror', () => resolve(refusal('worker sent what cannot be read')));
    opened.then(resolve, (error: unknown) => resolve(refusal(`worker did not answer: ${error}`)));
  });
  const late = () => refusal(signal.aborted ? 'worker was ended' : 'worker did not answer');
  return withDeadline(opening, { clock, limitMs, signal, late });
}
