import type { AbortSignalLike, Clock } from './clock.ts';

export interface Deadline<Late> {
  readonly clock: Pick<Clock, 'after'>;
  readonly limitMs: number;
  /** Makes the result for work that has not ended before the limit or the abort of `signal`. */
  readonly late: () => Late;
  readonly signal?: AbortSignalLike | undefined;
}

/** The result of `work`, or the result of `late` after the deadline. Work that ends later is ignored. */
export function withDeadline<T, Late>(
  work: Promise<T>,
  { clock, limitMs, late, signal }: Deadline<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      cancel();
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    const giveUp = (): void => end(() => resolve(late()));
    const cancel = clock.after(limitMs, giveUp);
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp);
    work.then(
      (result) => end(() => resolve(result)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
