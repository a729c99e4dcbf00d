import type { AbortSignalLike, Clock } from './clock.ts';

export interface Deadline<Late> {
  readonly clock: Pick<Clock, 'after'>;
  readonly limitMs: number;
  /** Makes the result of work that has not ended by then, or whose `signal` has aborted. */
  readonly late: (cause: 'timeout' | 'ended') => Late;
  readonly signal?: AbortSignalLike | undefined;
  /**
   * How many timers share the limit. After a page was frozen, a timer that is due runs before the page hears what has
   * happened meanwhile; a second one gives it the time for that.
   */
  readonly timers?: 1 | 2;
}

/** The result of `work`, or another one after the deadline. Work that ends later is ignored. */
export function withDeadline<T, Late>(
  work: Promise<T>,
  { clock, limitMs, late, signal, timers = 1 }: Deadline<Late>,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      resolve(late('ended'));
    };
    const timeOut = (): void => {
      end();
      resolve(late('timeout'));
    };
    const wait = (task: () => void): (() => void) => clock.after(limitMs / timers, task);
    let cancel = wait(timers === 1 ? timeOut : () => (cancel = wait(timeOut)));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    work.then(
      (result) => {
        end();
        resolve(result);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}
