import type { Clock } from '../../../protocol/runtime/clock.ts';
import { executeOne, type Database } from '../database/database.ts';
import { problemOf, StorageUnavailable, type StorageProblem } from '../database/storage-errors.ts';
import type { Storage } from './storage.ts';

/** On a full disk small writes may still fit: writes count as working after this long without a failure. */
const WELL_AFTER_MS = 60_000;

type WriteState = 'well' | 'failing' | 'recovering';

/** Whether the database accepts writes, judged by the writes of requests and sweeps: a separate query would prove less. */
export class WriteHealth {
  readonly #clock: Clock;
  #failures = 0;
  #problem: StorageProblem = 'unknown';
  #failedMs: number | undefined;
  /** Whether a write has succeeded since the last failure. */
  #hasWritten = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of failed writes since the start. */
  get failures(): number {
    return this.#failures;
  }

  /** Why the last failed write failed. */
  get problem(): StorageProblem {
    return this.#problem;
  }

  /** `recovering`: a write has succeeded since the last failure, which was less than {@link WELL_AFTER_MS} ago. */
  get state(): WriteState {
    if (this.#failedMs === undefined) return 'well';
    if (!this.#hasWritten) return 'failing';
    return this.#clock.monotonicNow() - this.#failedMs < WELL_AFTER_MS ? 'recovering' : 'well';
  }

  /** Notes the outcome of a write, and passes it on. */
  async watch<T>(write: Promise<T>, hasWritten: (result: T) => boolean): Promise<T> {
    try {
      const result = await write;
      if (hasWritten(result)) this.#hasWritten = true;
      return result;
    } catch (error) {
      if (error instanceof StorageUnavailable) this.#fail(error);
      throw error;
    }
  }

  #fail(error: StorageUnavailable): void {
    this.#failures += 1;
    this.#problem = problemOf(error);
    this.#failedMs = this.#clock.monotonicNow();
    this.#hasWritten = false;
  }
}

/**
 * A storage whose writes are watched. Of successful writes, only a write that changed something, and does not make room, proves that
 * there is room.
 */
export function watchWrites(storage: Storage, health: WriteHealth): Storage {
  const { database, logs } = storage;
  const batch: Database['batch'] = (statements, mode) => {
    const results = database.batch(statements, mode);
    if (mode === 'read') return results;
    return health.watch(results, (all) => mode === 'write' && all.some(({ rowsAffected }) => rowsAffected > 0));
  };
  return {
    ...storage,
    database: {
      dialect: database.dialect,
      batch,
      execute: (statement) => executeOne(batch, statement),
      close: () => database.close(),
    },
    logs: {
      knowVideos: (videos) => logs.knowVideos(videos),
      take: (post) => health.watch(logs.take(post), (stored) => stored.ok && stored.value.accepted > 0),
    },
  };
}
