import type { EventEmitter } from 'node:events';

/** A flood of connections delays work by this many turns, and no further. */
const SKIPPED_MAX = 8;

/**
 * Runs tasks in later turns of the event loop, and first lets connections in: libuv accepts one in each turn, so that
 * hundreds that wait would each wait for a task of milliseconds.
 */
export class EventLoopTurns {
  #accepted = 0;

  readonly defer = (task: () => void): void => this.#later(task, 0);

  /** Notices connections that this server accepts. */
  watch(server: EventEmitter): void {
    server.prependListener('connection', () => {
      this.#accepted += 1;
    });
  }

  /** After a turn without a new connection. */
  #later(task: () => void, skipped: number): void {
    const before = this.#accepted;
    setImmediate(() => {
      if (this.#accepted === before || skipped >= SKIPPED_MAX) task();
      else this.#later(task, skipped + 1);
    });
  }
}
