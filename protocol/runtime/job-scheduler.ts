import type { AbortSignalLike, Clock } from './clock.ts';
import type { JobPriority } from '../threads/lifecycle-states.ts';
import type { NavigationGate } from './navigation-gate.ts';
import type { PostTask } from './post-task.ts';

export type { PostTask };

/** `late`: the job's time limit passed before the job ended. */
export type JobEnd = 'done' | 'failed' | 'cancelled' | 'late';

export interface JobOptions {
  readonly priority: JobPriority;
  readonly delayMs?: number;
  /** Counted from the job's start. A promise cannot be stopped from outside, so at the limit the job's signal is aborted. */
  readonly timeLimitMs?: number;
}

/** The work of a job; an error that it throws is reported with the job's name. */
export type JobWork = (signal: AbortSignalLike) => unknown;

export interface JobHandle {
  readonly ended: Promise<JobEnd>;
  cancel(): void;
}

export interface JobSchedulerOptions {
  readonly clock: Clock;
  readonly post: PostTask;
  readonly gate: NavigationGate;
  /** Error that a job threw. */
  readonly onError: (name: string, error: unknown) => void;
}

/**
 * Runs deferred work, one job a task (X5). In `protocol`, because main and the worker use it and neither may import from
 * the other.
 */
export class JobScheduler {
  readonly #options: JobSchedulerOptions;
  readonly #jobs = new Set<JobHandle>();

  constructor(options: JobSchedulerOptions) {
    this.#options = options;
  }

  schedule(name: string, work: JobWork, options: JobOptions): JobHandle {
    const job = new ScheduledJob({ ...options, name, work }, this.#options);
    this.#jobs.add(job);
    void job.ended.then(() => this.#jobs.delete(job));
    return job;
  }

  /** Cancels all jobs. */
  stop(): void {
    for (const job of this.#jobs) job.cancel();
  }
}

interface Job extends JobOptions {
  readonly name: string;
  readonly work: JobWork;
}

/** Waits for its delay, for the gate and for its turn, in this order, then runs. */
class ScheduledJob implements JobHandle {
  readonly ended: Promise<JobEnd>;
  readonly #job: Job;
  readonly #options: JobSchedulerOptions;
  readonly #stop = new StopSignal();
  #settle: (end: JobEnd) => void = () => {};
  /** Cancels the current wait. */
  #undo: () => void = () => {};

  constructor(job: Job, options: JobSchedulerOptions) {
    this.#job = job;
    this.#options = options;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    const { delayMs = 0 } = job;
    if (delayMs > 0) this.#undo = options.clock.after(delayMs, () => this.#passGate());
    else this.#passGate();
  }

  cancel(): void {
    this.#end('cancelled');
    this.#stop.abort();
  }

  /** Jobs below `user-visible` wait while the page navigates (X4). */
  #passGate(): void {
    const { gate } = this.#options;
    if (this.#job.priority !== 'background' || gate.state === 'none') return this.#post();
    this.#undo = gate.whenOpen(() => this.#post());
  }

  #post(): void {
    this.#undo = this.#options.post(this.#job.priority, () => this.#begin());
  }

  #begin(): void {
    const { gate, clock, onError } = this.#options;
    const { name, priority, timeLimitMs, work } = this.#job;
    // A navigation may have begun since the job was posted.
    if (priority === 'background' && gate.state !== 'none') return this.#passGate();
    this.#undo =
      timeLimitMs === undefined
        ? () => {}
        : clock.after(timeLimitMs, () => {
            this.#end('late');
            this.#stop.abort();
          });
    const failed = (error: unknown): void => {
      // An aborted job has already ended, and its error is only the abort.
      if (!this.#stop.aborted) onError(name, error);
      this.#end('failed');
    };
    try {
      Promise.resolve(work(this.#stop)).then(() => this.#end('done'), failed);
    } catch (error) {
      failed(error);
    }
  }

  /** The first end counts. */
  #end(end: JobEnd): void {
    this.#undo();
    this.#undo = () => {};
    this.#settle(end);
  }
}

/** `AbortController` is not part of ECMAScript, and `protocol` uses nothing else. */
class StopSignal implements AbortSignalLike {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
