import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Limits } from '../settings/limits.ts';
import type { Statement } from '../database/database.ts';
import { StorageUnavailable } from '../database/storage-errors.ts';

export type QueueLimits = Pick<Limits, 'databaseQueueMaxCalls' | 'databaseQueueMaxBytes' | 'databaseTimeoutMs'>;

/** Pending calls to the database, bounded in number and time. */
export class CallQueue {
  readonly #clock: Clock;
  readonly #limits: QueueLimits;
  readonly #rejections = new Set<(error: Error) => void>();
  #bytes = 0;

  constructor(clock: Clock, limits: QueueLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get length(): number {
    return this.#rejections.size;
  }

  /** Runs a call, unless the queue is full. A call that timed out keeps its place until it ends: its memory is still in use. */
  run<T>(bytes: number, call: () => Promise<T>): Promise<T> {
    const { databaseQueueMaxCalls, databaseQueueMaxBytes, databaseTimeoutMs } = this.#limits;
    if (this.#rejections.size >= databaseQueueMaxCalls || this.#bytes + bytes > databaseQueueMaxBytes)
      return Promise.reject(new StorageUnavailable('too much waits for the database'));
    return new Promise<T>((resolve, reject) => {
      this.#rejections.add(reject);
      this.#bytes += bytes;
      const cancel = this.#clock.after(databaseTimeoutMs, () =>
        reject(new StorageUnavailable(`the database has not answered within ${databaseTimeoutMs} ms`)),
      );
      call()
        .then(resolve, reject)
        .finally(() => {
          cancel();
          if (this.#rejections.delete(reject)) this.#bytes -= bytes;
        });
    });
  }

  /** The other process has ended: all pending calls fail. */
  failAll(error: Error): void {
    for (const reject of this.#rejections) reject(error);
    this.#rejections.clear();
    this.#bytes = 0;
  }
}

/** Approximate memory of a call. */
export function bytesOf(statements: readonly Statement[]): number {
  let bytes = 0;
  for (const statement of statements)
    if (typeof statement !== 'string')
      for (const value of statement.args) bytes += typeof value === 'string' ? 2 * value.length : 8;
  return bytes;
}
