import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';

export interface OpeningOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMs: number;
  /** Ends the wait: the worker is no longer wanted. */
  readonly signal: AbortSignal;
}

/**
 * The outcome of a start; it always settles. The constructor of a worker proves nothing: one that fails to load fires
 * an event, or nothing at all.
 */
export function whenOpened<Service>(
  worker: Worker,
  opened: Promise<Outcome<Service>>,
  { clock, timeoutMs, signal }: OpeningOptions,
): Promise<Outcome<Service>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<Service>): void => {
      cancel();
      resolve(outcome);
    };
    const refuse = (reason: string): void => settle(fail('worker.unavailable', reason));
    const cancel = clock.after(timeoutMs, () => refuse('worker did not answer'));
    worker.addEventListener('error', ({ message }) => refuse(`worker failed to load: ${message || 'no message'}`));
    worker.addEventListener('messageerror', () => refuse('worker sent what cannot be read'));
    signal.addEventListener('abort', () => refuse('worker was ended'));
    if (signal.aborted) refuse('worker was ended');
    opened.then(settle, (error: unknown) => refuse(`worker did not answer: ${error}`));
  });
}
