import { fork, type ChildProcess } from 'node:child_process';
import { wrap, type Remote } from 'comlink';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Storage, StorageAddress, StorageLimits } from './storage.ts';
import type { Accepted } from '../http/refusal.ts';
import type { KnownVideo, LogIngest, LogPost, StoredPost } from '../logs/log-post.ts';
import { executeOne, type BatchMode, type Database, type Result, type Statement } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/open-database.ts';
import { dialectOf, type Dialect } from '../database/queries/dialect.ts';
import { errorOf, problemOf, REMEDIES, StorageUnavailable, type StorageProblem } from '../database/storage-errors.ts';
import { bytesOf, CallQueue, type QueueLimits } from './call-queue.ts';
import { processEndpoint, type Response, type DatabaseService, type MessagePeer } from './messages.ts';
import { childEnvironment } from '../settings/child-environment.ts';

export interface DatabaseProcessOptions {
  /** Path of the built `src/server/database.ts`. */
  readonly script: string;
  readonly address: StorageAddress;
  readonly clock: Clock;
  readonly limits: QueueLimits & StorageLimits;
  /** Called for every unexpected exit, and for failures to restart. */
  readonly onProblem: (message: string) => void;
}

/** Variables from which PostgreSQL's driver completes an address. */
const POSTGRES_VARIABLES = /^PG[A-Z]+$/;
/** Delays between starts, milliseconds; the last one repeats. */
const RESTART_DELAYS_MS = [0, 1_000, 2_000, 5_000, 15_000] as const;
/** A process that has run for this long counts as recovered. */
const HEALTHY_AFTER_MS = 60_000;
/** Problems despite which a server starts: pages need no database, and its operator may be asleep. Other problems are wrong settings. */
const STARTS_WITH: ReadonlySet<StorageProblem> = new Set(['broken', 'full']);

/**
 * The database in a separate process. If that process fails, pages are still served: pending calls fail, calls during a
 * restart wait, and the number and time of waiting calls are limited.
 */
export class DatabaseProcess implements Database, LogIngest {
  readonly dialect: Dialect;
  readonly #options: DatabaseProcessOptions;
  readonly #queue: CallQueue;
  #child: ChildProcess | null = null;
  #service: Promise<Remote<DatabaseService>>;
  /** Videos of the catalog, which a restarted process has to receive again. */
  #videos: readonly KnownVideo[] | undefined;
  /** Why the database cannot be opened: calls fail at once, and opening is tried again. */
  #unusable: DatabaseUnavailable | undefined;
  #restarts = 0;
  #isClosed = false;
  #cancelRestart: () => void = () => undefined;

  private constructor(options: DatabaseProcessOptions) {
    this.#options = options;
    this.dialect = dialectOf(options.address.url);
    this.#queue = new CallQueue(options.clock, options.limits);
    this.#service = this.#start();
  }

  /** Rejects with `DatabaseUnavailable` if the settings are wrong; with a damaged database, pages are still served. */
  static async open(options: DatabaseProcessOptions): Promise<DatabaseProcess> {
    const database = new DatabaseProcess(options);
    try {
      await database.#service;
      return database;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && STARTS_WITH.has(problemOf(error))) return database;
      await database.close();
      throw error;
    }
  }

  /** Pending calls. */
  get queuedCalls(): number {
    return this.#queue.length;
  }

  execute(statement: Statement): Promise<Result> {
    return executeOne((statements, mode) => this.batch(statements, mode), statement);
  }

  batch(statements: readonly Statement[], mode: BatchMode): Promise<readonly Result[]> {
    return this.#call(bytesOf(statements), (service) => service.batch(statements, mode));
  }

  take(post: LogPost): Promise<Accepted<StoredPost>> {
    return this.#call(post.bytes.byteLength, (service) => service.take(post));
  }

  knowVideos(videos: readonly KnownVideo[]): Promise<void> {
    this.#videos = videos;
    return this.#call(0, (service) => service.knowVideos(videos));
  }

  /** Storage of a provider in this process. */
  get storage(): Storage {
    return {
      database: this,
      logs: this,
      queuedCalls: () => this.queuedCalls,
      checkStream: () => this.#call(0, (service) => service.checkStream()),
      close: () => this.close(),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRestart();
    const child = this.#child;
    if (child?.pid === undefined) return;
    await this.#service.then((service) => service.close()).catch(() => undefined);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
      if (child.connected) child.disconnect();
      await ended;
    }
    this.#queue.failAll(new StorageUnavailable('the database has been closed'));
  }

  #call<T>(bytes: number, call: (service: Remote<DatabaseService>) => Promise<Response<T>>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StorageUnavailable('the database has been closed'));
    if (this.#unusable !== undefined) return Promise.reject(this.#unusable);
    return this.#queue.run(bytes, async () => {
      const response = await call(await this.#service);
      if (!response.ok) throw errorOf(response.failure);
      return response.value;
    });
  }

  async #start(): Promise<Remote<DatabaseService>> {
    const { script, address, clock, limits } = this.#options;
    const child = fork(script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: childEnvironment(process.env, POSTGRES_VARIABLES),
    });
    this.#child = child;
    const startedAtMs = clock.monotonicNow();
    const ended = new Promise<never>((_, reject) => {
      child.once('error', (error) =>
        reject(new DatabaseUnavailable(`The database's process does not start: ${error.message}`)),
      );
      child.once('exit', (code, signal) => {
        reject(new StorageUnavailable('the process of the database has ended'));
        if (this.#child === child) this.#onExit(signal ?? `code ${code}`, clock.monotonicNow() - startedAtMs);
      });
    });
    // `#onExit` handles the exit of a process that has started.
    ended.catch(() => undefined);
    const service = wrap<DatabaseService>(processEndpoint(child as MessagePeer));
    const problem = await Promise.race([service.open(address, limits), ended]);
    if (problem === null) {
      this.#unusable = undefined;
      if (this.#videos !== undefined) await service.knowVideos(this.#videos);
      return service;
    }
    child.disconnect();
    const isKnown = this.#unusable?.message === problem.message;
    this.#unusable = new DatabaseUnavailable(problem.message, { code: problem.code });
    if (!isKnown && STARTS_WITH.has(problemOf(problem)))
      this.#options.onProblem(
        `${problem.message} ${REMEDIES[problemOf(problem)]} Pages and videos are served without it.`,
      );
    throw this.#unusable;
  }

  #onExit(how: string, livedMs: number): void {
    this.#child = null;
    if (this.#isClosed) return;
    this.#queue.failAll(new StorageUnavailable('the process of the database has ended'));
    if (livedMs >= HEALTHY_AFTER_MS) this.#restarts = 0;
    const delayMs = RESTART_DELAYS_MS[Math.min(this.#restarts, RESTART_DELAYS_MS.length - 1)];
    this.#restarts += 1;
    if (this.#unusable === undefined)
      this.#options.onProblem(`the process of the database has ended (${how}); it is started again`);
    this.#service = new Promise((resolve, reject) => {
      this.#cancelRestart = this.#options.clock.after(delayMs ?? 0, () => void this.#start().then(resolve, reject));
    });
    this.#service.catch((error: unknown) => {
      if (error !== this.#unusable) this.#options.onProblem(String(error));
    });
  }
}
