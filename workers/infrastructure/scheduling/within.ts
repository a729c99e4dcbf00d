import type { Clock } from '../../../protocol/runtime/clock.ts';

/** What `work` comes to, or `null` when it does not by then; a late result is nobody's any more. */
export function within<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => resolve(null));
    work.then(resolve, reject).finally(cancel);
  });
}
