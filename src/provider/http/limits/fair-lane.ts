import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { ShareKeys } from './address-key.ts';
import { FairQueue, WAITING_MIN } from './fair-queue.ts';
import { MeasuredDuration } from './measured-duration.ts';

export interface FairLaneOptions {
  readonly clock: Clock;
  /** Limits of the number of concurrent tasks, which adapts to the target duration. */
  readonly atOnce: { readonly least: number; readonly most: number };
  /** Target duration of a task. */
  readonly targetMs: number;
  /** Maximum bytes of waiting tasks. */
  readonly waitingMaxBytes: number;
}

/** Sender of a task. */
export interface Turn {
  readonly keys: ShareKeys;
  readonly bytes: number;
  /** Aborted when nobody waits for the result any more: a task that has not begun is then dropped. */
  readonly signal?: AbortSignal;
}

/** Concurrent calls of the database: several, because calls that arrive together are committed together. */
export const CALLS_AT_ONCE = { least: 8, most: 64 } as const;
const LESS_AT_ONCE = 0.75;
/** A task that would wait longer is refused at once. */
const WAIT_MAX_MS = 500;
/** A task that has waited for this long is refused, too: the estimate was wrong, as for far larger tasks than before. */
const WAITED_MAX_MS = 5_000;

interface Waiting {
  readonly bytes: number;
  readonly begin: (isAdmitted: boolean) => void;
}

/**
 * Queues tasks until the database has room for them, and admits the sender next that was served least recently: however
 * much others send, a task of an ordinary viewer waits only for tasks in the database. When the queue is too long, tasks of
 * the sender with the most waiting tasks are refused.
 */
export class FairLane {
  readonly #options: FairLaneOptions;
  readonly #queue = new FairQueue<Waiting>();
  #waitingBytes = 0;
  #atOnceMax: number;
  #atOnce = 0;
  #lastLessMs = Number.NEGATIVE_INFINITY;
  #lastEndMs = 0;
  /** Time between the ends of two tasks, while other tasks wait. */
  readonly #interval = new MeasuredDuration(0);

  constructor(options: FairLaneOptions) {
    this.#options = options;
    this.#atOnceMax = options.atOnce.least;
  }

  /** Tasks that wait for their turn. */
  get length(): number {
    return this.#queue.length;
  }

  /** Runs a task at its turn, or `refuse` as soon as it will not have one. */
  async run<T>(turn: Turn, task: () => Promise<T>, refuse: () => T): Promise<T> {
    if (!(await this.#enter(turn))) return refuse();
    const { clock } = this.#options;
    const beganMs = clock.monotonicNow();
    try {
      return await task();
    } finally {
      this.#leave(clock.monotonicNow(), beganMs);
    }
  }

  get #isFull(): boolean {
    return this.#atOnce >= Math.floor(this.#atOnceMax);
  }

  /** Resolves with whether the task may begin. */
  #enter({ keys, bytes, signal }: Turn): Promise<boolean> {
    return new Promise((begin) => {
      const isInVain = signal?.aborted === true && this.#isFull;
      if (isInVain || !this.#makeRoom(keys, bytes)) return begin(false);
      const drop = (): void => {
        remove();
        this.#waitingBytes -= bytes;
        end(false);
      };
      const stopWaiting = this.#options.clock.after(WAITED_MAX_MS, drop);
      const end = (isAdmitted: boolean): void => {
        stopWaiting();
        signal?.removeEventListener('abort', drop);
        begin(isAdmitted);
      };
      const remove = this.#queue.add(keys, { bytes, begin: end });
      this.#waitingBytes += bytes;
      signal?.addEventListener('abort', drop);
      this.#admit();
    });
  }

  #makeRoom(keys: ShareKeys, bytes: number): boolean {
    while (!this.#hasRoom(bytes)) {
      const dropped = this.#queue.dropFromLargest(keys);
      if (dropped === undefined) return false;
      this.#waitingBytes -= dropped.bytes;
      dropped.begin(false);
    }
    return true;
  }

  #hasRoom(bytes: number): boolean {
    if (this.#waitingBytes + bytes > this.#options.waitingMaxBytes) return false;
    return this.#queue.length < WAITING_MIN || this.#queue.length * this.#interval.ms <= WAIT_MAX_MS;
  }

  #admit(): void {
    while (!this.#isFull) {
      const next = this.#queue.next();
      if (next === undefined) return;
      if (this.#atOnce === 0) this.#lastEndMs = this.#options.clock.monotonicNow();
      this.#atOnce += 1;
      this.#waitingBytes -= next.bytes;
      next.begin(true);
    }
  }

  #leave(nowMs: number, beganMs: number): void {
    this.#interval.add(nowMs - this.#lastEndMs);
    this.#lastEndMs = nowMs;
    if (nowMs - beganMs > this.#options.targetMs) this.#allowFewer(nowMs, beganMs);
    else if (this.#isFull) this.#atOnceMax = Math.min(this.#options.atOnce.most, this.#atOnceMax + 1 / this.#atOnceMax);
    this.#atOnce -= 1;
    this.#admit();
  }

  /** Lowers the number once for tasks that ran together. */
  #allowFewer(nowMs: number, beganMs: number): void {
    if (beganMs < this.#lastLessMs) return;
    this.#lastLessMs = nowMs;
    this.#atOnceMax = Math.max(this.#options.atOnce.least, this.#atOnceMax * LESS_AT_ONCE);
  }
}
