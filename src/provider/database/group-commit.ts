import type { InStatement } from '@libsql/client';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { executeOne, type BatchMode, type Database, type Result, type Statement } from './database.ts';
import type { Dialect } from './queries/dialect.ts';
import { errorOf, failureOf, isBusy, isUnavailable } from './storage-errors.ts';

/** Runs one transaction after the other, as a libSQL client does. */
export interface Engine {
  batch(statements: InStatement[], mode: 'read' | 'write'): Promise<readonly Result[]>;
  /** A write that may exceed the size limit; absent without a limit. */
  reclaim?(statements: InStatement[]): Promise<readonly Result[]>;
  close(): void | Promise<void>;
}

/** A larger group would delay readers. */
const GROUP_STATEMENTS_MAX = 1_000;
/** Delay before a group that met a lock of another process is retried. */
const BUSY_RETRY_MS = 50;
/** Time after which a locked group fails. */
const BUSY_PATIENCE_MS = 5_000;

interface Pending {
  readonly mode: BatchMode;
  readonly statements: readonly Statement[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Group commit: writes that arrive during a transaction are committed with the next one, since a commit waits for the
 * disk and costs the same for one row and for a thousand. Readers come first, and never wait for more than one group.
 */
export class GroupCommit implements Database {
  readonly dialect: Dialect;
  readonly #engine: Engine;
  readonly #clock: Clock;
  #reads: Pending[] = [];
  #writes: Pending[] = [];
  #isRunning = false;
  #busySinceMs: number | null = null;

  constructor(engine: Engine, clock: Clock, dialect: Dialect = 'sqlite') {
    this.dialect = dialect;
    this.#engine = engine;
    this.#clock = clock;
  }

  execute(statement: Statement): Promise<Result> {
    return executeOne((statements, mode) => this.batch(statements, mode), statement);
  }

  batch(statements: readonly Statement[], mode: BatchMode): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => {
      (mode === 'read' ? this.#reads : this.#writes).push({ mode, statements, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async close(): Promise<void> {
    while (this.#isRunning) await nextTurn();
    await this.#engine.close();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#reads.length + this.#writes.length > 0) {
      // Includes all writes that have arrived by now.
      await nextTurn();
      for (const read of this.#reads.splice(0)) await this.#commit([read]);
      const group = takeGroup(this.#writes);
      if (group.length > 0) await this.#commit(group);
    }
    this.#isRunning = false;
  }

  /** Commits a group; all its calls have one mode. */
  async #commit(group: readonly Pending[]): Promise<void> {
    const mode = group[0]?.mode ?? 'write';
    try {
      const results = await this.#execute(group.flatMap(({ statements }) => statements) as InStatement[], mode);
      this.#busySinceMs = null;
      let done = 0;
      for (const { statements, resolve } of group)
        resolve(
          results.slice(done, (done += statements.length)).map(({ rows, rowsAffected }) => ({ rows, rowsAffected })),
        );
    } catch (error) {
      await this.#onFailure(group, mode, error);
    }
  }

  #execute(statements: InStatement[], mode: BatchMode): Promise<readonly Result[]> {
    const isReclaim = mode === 'reclaim';
    if (isReclaim && this.#engine.reclaim !== undefined) return this.#engine.reclaim(statements);
    return this.#engine.batch(statements, isReclaim ? 'write' : mode);
  }

  async #onFailure(group: readonly Pending[], mode: BatchMode, error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (mode !== 'read' && isBusy(failure) && this.#isPatient()) {
      this.#writes.unshift(...group);
      return new Promise((resolve) => void this.#clock.after(BUSY_RETRY_MS, resolve));
    }
    this.#busySinceMs = null;
    // An invalid statement must not fail the others of its transaction.
    if (group.length > 1 && !isUnavailable(failure)) for (const one of group) await this.#commit([one]);
    else for (const { reject } of group) reject(errorOf(failure));
  }

  #isPatient(): boolean {
    const nowMs = this.#clock.monotonicNow();
    this.#busySinceMs ??= nowMs;
    return nowMs - this.#busySinceMs < BUSY_PATIENCE_MS;
  }
}

/** Takes the first writes that fit, and at least one. Writes that make room must not fail together with writes that have no room. */
function takeGroup(writes: Pending[]): Pending[] {
  let statements = 0;
  const isAlone = writes[0]?.mode === 'reclaim';
  const end = writes.findIndex((write, index) => {
    statements += write.statements.length;
    return index > 0 && (isAlone || write.mode === 'reclaim' || statements > GROUP_STATEMENTS_MAX);
  });
  return writes.splice(0, end < 0 ? writes.length : end);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
