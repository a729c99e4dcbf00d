import type { Clock } from '../../../protocol/runtime/clock.ts';
import { WorkQueue } from '../videos/work-queue.ts';
import { LibraryRefusal } from './library-refusal.ts';
import type { DoLibraryTask, TaskContext, LibraryResponse, LibraryTask } from './library-task.ts';

export interface LibraryOptions extends Pick<TaskContext, 'catalogFolder' | 'followLinks' | 'processId'> {
  readonly doTask: DoLibraryTask;
  /** Queue that all pages of the process share for changes of a catalog: its journal does not distinguish them. */
  readonly changes: WorkQueue;
  readonly clock: Clock;
  /** Reports a change of the catalog; resolves once viewers get the changed catalog. */
  readonly onChanged: () => Promise<void>;
  readonly onBug: (error: unknown) => void;
}

/** Tasks that only read. */
const READING = new Set<LibraryTask['kind']>(['list', 'check']);
/** Limit of running and waiting tasks, of all tabs together. */
const TASKS_MAX = 32;
const SWEEP_INTERVAL_MS = 3_600_000;

/** The operator's access to the catalog: changes run one after the other, and removed videos are deleted after a week. */
export class Library {
  readonly #options: LibraryOptions;
  readonly #reads = new WorkQueue();
  #count = 0;
  #cancelSweep: () => void = () => undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#sweep();
  }

  async do<Task extends LibraryTask>(task: Task): Promise<LibraryResponse<Task>> {
    if (this.#count >= TASKS_MAX) throw new LibraryRefusal(409, 'The library is busy. Try again in a moment.');
    this.#count += 1;
    try {
      const queue = READING.has(task.kind) ? this.#reads : this.#options.changes;
      return await queue.add(() => this.#do(task));
    } finally {
      this.#count -= 1;
    }
  }

  /** Resolves when running changes are finished. */
  async close(): Promise<void> {
    this.#cancelSweep();
    await Promise.all([this.#options.changes.rest(), this.#sweeping]);
  }

  async #do<Task extends LibraryTask>(task: Task): Promise<LibraryResponse<Task>> {
    const { catalogFolder, followLinks, processId, doTask, clock, onChanged, onBug } = this.#options;
    const response = await doTask(task, { catalogFolder, followLinks, processId, nowMs: clock.now() });
    if (!READING.has(task.kind)) await onChanged().catch(onBug);
    return response;
  }

  #sweep(): void {
    const { clock, onBug } = this.#options;
    // A sweep that fails because of a full disk or another command is repeated an hour later.
    const unlessRefused = (error: unknown): void => (error instanceof LibraryRefusal ? undefined : onBug(error));
    this.#sweeping = this.do({ kind: 'sweep' }).then(() => undefined, unlessRefused);
    this.#cancelSweep = clock.after(SWEEP_INTERVAL_MS, () => this.#sweep());
  }
}
