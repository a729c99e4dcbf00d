import type { Clock } from '../../../protocol/runtime/clock.ts';

/** The result of `work`, or `null` after the limit; a later result is ignored. */
export function within<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(null));
    work.then(resolve, reject).finally(cancel);
  });
}
