import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, MiddlewareHandler } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { executeOne, type BatchMode, type Database, type Result, type Statement } from '../database/database.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { StorageUnavailable } from '../database/storage-errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { shareKeys, type ShareKeys } from '../http/limits/address-key.ts';
import { CALLS_AT_ONCE, FairLane } from '../http/limits/fair-lane.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { Limits } from '../settings/limits.ts';
import { bytesOf } from './call-queue.ts';

/** Client for whose request the database is called. */
export interface Caller {
  readonly keys: ShareKeys;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** The caller of the current request; upkeep has no caller. */
export type Callers = AsyncLocalStorage<Caller>;

/** The queue was too long for another call of this client, or the call did not get its turn in time. */
export class DatabaseBusy extends StorageUnavailable {
  readonly refusal: Refusal = refuse(503, 'Too much is asked of the database. Come again later.', 'overload_database');
}

/** Target duration of calls: half of the target of posts of events, which wait for calls in the database. */
const TARGET_MS = 50;

export interface FairDatabaseDependencies {
  readonly database: Database;
  readonly callers: Callers;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'databaseQueueMaxBytes'>;
}

/**
 * Calls for requests of clients take turns by client. The queue is in front of the database, so that a refused call, or a call whose
 * client has disconnected, costs the database nothing.
 */
export class FairDatabase implements Database {
  readonly dialect: Dialect;
  readonly #database: Database;
  readonly #callers: Callers;
  readonly #lane: FairLane;

  constructor({ database, callers, clock, limits }: FairDatabaseDependencies) {
    this.dialect = database.dialect;
    this.#database = database;
    this.#callers = callers;
    this.#lane = new FairLane({
      ...{ clock, atOnce: CALLS_AT_ONCE, targetMs: TARGET_MS },
      waitingMaxBytes: limits.databaseQueueMaxBytes,
    });
  }

  /** Calls that wait for their turn. */
  get length(): number {
    return this.#lane.length;
  }

  execute(statement: Statement): Promise<Result> {
    return executeOne((statements, mode) => this.batch(statements, mode), statement);
  }

  batch(statements: readonly Statement[], mode: BatchMode): Promise<readonly Result[]> {
    const caller = this.#callers.getStore();
    if (caller === undefined) return this.#database.batch(statements, mode);
    return this.#lane.run<readonly Result[]>(
      { ...caller, bytes: bytesOf(statements) },
      () => this.#database.batch(statements, mode),
      () => {
        throw new DatabaseBusy('the database is busy with calls of other clients');
      },
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Runs the handler of a request with its client as the caller of database calls. Requests in process have no caller. */
export function rememberCaller(callers: Callers): MiddlewareHandler {
  return (context, next) => {
    const caller = callerOf(context);
    return caller === undefined ? next() : callers.run(caller, next);
  };
}

function callerOf(context: Context): Caller | undefined {
  const { address } = clientAddress(context);
  return address === undefined ? undefined : { keys: shareKeys(address), signal: context.req.raw.signal };
}
