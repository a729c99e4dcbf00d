import type { EventEmitter } from 'node:events';

/**
 * A flood of connections delays work by at most this many turns. Accepting takes some 0.15 ms, so that work waits for
 * 5 ms, and a process that only refuses accepts 1 500 connections a second (`bench:newcomers`).
 */
const SKIPPED_MAX = 32;

/**
 * Runs tasks in later turns of the event loop, and first accepts connections: libuv accepts one connection in each turn, and
 * the others wait in the queue of the system, each behind all earlier connections. All tasks are delayed together; with
 * separate turns for each task, only one connection would be accepted per task.
 */
export class EventLoopTurns {
  #tasks: (() => void)[] = [];
  #isWaiting = false;
  #hasAccepted = false;
  #skipped = 0;

  readonly defer = (task: () => void): void => {
    this.#tasks.push(task);
    this.#wait();
  };

  /** Notices connections that this server accepts. */
  watch(server: EventEmitter): void {
    server.prependListener('connection', () => {
      this.#hasAccepted = true;
    });
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    // The rest of this turn accepts no connection: only the next turn shows whether connections wait.
    setImmediate(() => this.#check());
  }

  #check(): void {
    this.#hasAccepted = false;
    setImmediate(() => {
      if (this.#hasAccepted && this.#skipped < SKIPPED_MAX) {
        this.#skipped += 1;
        this.#check();
      } else this.#runAll();
    });
  }

  /** Runs each task in a separate callback, after which its microtasks run. */
  #runAll(): void {
    this.#isWaiting = false;
    this.#skipped = 0;
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) setImmediate(task);
  }
}
