export interface PacedWorkDependencies {
  /** Maximum number of tasks that are begun in one turn of the event loop. */
  readonly perTurn: () => number;
  /** Runs a task in a later turn of the event loop. */
  readonly defer: (task: () => void) => void;
  /** Number of waiting tasks. */
  readonly waiting: () => number;
  readonly runNext: () => void;
}

/** Begins a few waiting tasks in each turn of the event loop, so that a turn stays short however many wait. */
export class PacedWork {
  readonly #dependencies: PacedWorkDependencies;
  #scheduled = 0;

  constructor(dependencies: PacedWorkDependencies) {
    this.#dependencies = dependencies;
  }

  /** Call this when a task has been added. Each task runs with its microtasks, and tasks that it adds are for a later turn. */
  schedule(): void {
    const { perTurn, defer, waiting, runNext } = this.#dependencies;
    while (this.#scheduled < Math.min(perTurn(), waiting())) {
      this.#scheduled += 1;
      defer(() => {
        this.#scheduled -= 1;
        runNext();
        this.schedule();
      });
    }
  }
}
