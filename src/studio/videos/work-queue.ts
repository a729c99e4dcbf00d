/** Work that is done one after the other; what fails holds nothing up. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the work does. */
  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when what waits now is done. */
  async rest(): Promise<void> {
    await this.#last;
  }
}
