/** Runs tasks one after the other; a failed task does not stop later tasks. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Queues a task; settles with its outcome. */
  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks that are queued now have ended. */
  async rest(): Promise<void> {
    await this.#last;
  }
}
