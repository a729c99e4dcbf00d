import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import type { StorageErrorName } from '../../../protocol/errors.ts';
import type { TransactionKind } from '../../../protocol/infrastructure/transaction-kinds.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Failure, Outcome } from '../../../protocol/runtime/outcome.ts';
import { during } from '../during.ts';
import { attempt, attemptNow } from './attempt.ts';
import { readRows, writeRows } from './copy-rows.ts';
import { databaseName, type DatabaseKind } from './database-name.ts';
import { ExplicitAbort, isHandleFault, storageFault } from './storage-fault.ts';

/** While another tab blocks an upgrade, opening neither succeeds nor fails; this is its timeout. */
export const OPEN_TIMEOUT_MS = 2_000;
/**
 * Deadline of transactions that neither complete nor fail: seen in WebKitGTK, in the page that follows a page in the page cache.
 * Far longer than a disk needs on a busy machine.
 */
export const TRANSACTION_TIMEOUT_MS = 5_000;

export interface DatabaseDescription<Schema extends DBSchema> {
  readonly kind: DatabaseKind;
  readonly version: number;
  /** Whether a database that the browser keeps only in memory is given up. */
  readonly mustBeOnDisk: boolean;
  readonly stores: readonly StoreNames<Schema>[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  readonly upgrade: (
    database: IDBPDatabase<Schema>,
    transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
  ) => Promise<void>;
}

export interface DatabaseHandleOptions<Schema extends DBSchema> {
  readonly description: DatabaseDescription<Schema>;
  readonly identifier: string;
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly indexedDB: () => IDBFactory | undefined;
  /** Called for every fault, including recovered faults (E2, E3, S12). */
  readonly onFault: (failure: Failure) => void;
  /** The connection was lost and the next use opens another; the data may be lost too. */
  readonly onLost: () => void;
  /** Permanent: the database will not work any more on this page. */
  readonly onGivenUp: (failure: Failure) => void;
  /** Every transaction, for sampling (S13). */
  readonly onTransaction: (kind: TransactionKind, durationMs: number, ok: boolean) => void;
}

/** The result of one attempt to open. */
type Opened<Schema extends DBSchema> = Outcome<IDBPDatabase<Schema>>;

/**
 * One connection with recovery: opened within a deadline, closed at once when another tab wants to upgrade or delete,
 * reopened once after a fault, then given up. A dead handle is never used again.
 */
export class DatabaseHandle<Schema extends DBSchema> {
  readonly #options: DatabaseHandleOptions<Schema>;
  #opening: Promise<Opened<Schema>> | null = null;
  /** The latest dead connection: all its running transactions fail, but the fault counts once. */
  #dead: Opened<Schema> | null = null;
  #reopensLeft = 1;
  #givenUp: Failure | null = null;

  constructor(options: DatabaseHandleOptions<Schema>) {
    this.#options = options;
  }

  /**
   * Runs `work` on the open database, and once more on a new connection if the first is dead. `kind` names the transaction in
   * the log; `rows` is the number of rows that it writes, if known.
   */
  async run<T>(
    kind: TransactionKind,
    work: (database: IDBPDatabase<Schema>) => Promise<T>,
    rows = 0,
  ): Promise<Outcome<T>> {
    const opened = await this.#open();
    if (!opened.ok) return opened;
    const { clock, spans, onTransaction } = this.#options;
    const startMs = clock.monotonicNow();
    const done = (): Promise<Outcome<T>> =>
      this.#byDeadline(
        attempt(() => work(opened.value)),
        TRANSACTION_TIMEOUT_MS,
      );
    const outcome = await during(spans, `storage ${kind}`, done, { toValue: () => rows });
    onTransaction(kind, clock.monotonicNow() - startMs, outcome.ok);
    if (outcome.ok) return outcome;
    this.#options.onFault(outcome);
    if (!isHandleFault(outcome)) return outcome;
    if (this.#dead !== opened) {
      this.#dead = opened;
      opened.value.close();
      if (this.#reopensLeft === 0) return this.#giveUp(outcome);
      this.#reopensLeft -= 1;
      this.#lose();
    }
    return this.run(kind, work, rows);
  }

  close(): void {
    const opening = this.#opening;
    this.#givenUp ??= storageFault('databaseClosed');
    this.#opening = null;
    void opening?.then((opened) => opened.ok && opened.value.close());
  }

  #open(): Promise<Opened<Schema>> {
    if (this.#givenUp !== null) return Promise.resolve(this.#givenUp);
    this.#opening ??= this.#openOnce().then((opened) => {
      if (opened.ok) return opened;
      this.#options.onFault(opened);
      return this.#giveUp(opened);
    });
    return this.#opening;
  }

  #lose(): void {
    this.#opening = null;
    if (this.#givenUp === null) this.#options.onLost();
  }

  #giveUp(failure: Failure): Failure {
    if (this.#givenUp === null) {
      this.#givenUp = failure;
      this.#options.onGivenUp(failure);
    }
    return failure;
  }

  async #openOnce(): Promise<Opened<Schema>> {
    const { description, identifier } = this.#options;
    const name = databaseName(description.kind, identifier);
    if (!name.ok) return name;
    const opened = await this.#openWhole(name.value);
    if (!opened.ok || !description.mustBeOnDisk || (await this.#isListed(name.value))) return opened;
    opened.value.close();
    return storageFault('notSupported', 'the browser keeps the database in memory alone');
  }

  async #openWhole(name: string): Promise<Opened<Schema>> {
    const { onFault } = this.#options;
    const first = await this.#openByDeadline(name);
    if (!first.ok || this.#missing(first.value) === null) return first;
    // Another tab may have been upgrading; if not, a database without its stores holds nothing to lose (S11).
    first.value.close();
    onFault(storageFault('reopenedForMissingStores'));
    const second = await this.#openByDeadline(name);
    const missing = second.ok ? this.#missing(second.value) : null;
    if (!second.ok || missing === null) return second;
    onFault(storageFault(missing));
    return this.#makeAnew(name, second.value);
  }

  /** Rows that the broken database still holds are copied to the new one. */
  async #makeAnew(name: string, broken: IDBPDatabase<Schema>): Promise<Opened<Schema>> {
    const kept = await attempt(() => readRows(broken, this.#options.description.stores));
    broken.close();
    this.#options.onFault(storageFault('deletedForMissingStores'));
    const deleted = await this.#byDeadline(
      attempt(() => deleteDB(name)),
      OPEN_TIMEOUT_MS,
    );
    if (!deleted.ok) return deleted;
    const opened = await this.#openByDeadline(name);
    if (!opened.ok) return opened;
    const missing = this.#missing(opened.value);
    if (missing !== null) {
      opened.value.close();
      return storageFault(missing);
    }
    if (kept.ok) await attempt(() => writeRows(opened.value, kept.value));
    return opened;
  }

  /**
   * WebKit keeps databases of frames of other sites in memory and does not list them. They are lost with the browser, and with a page
   * that enters the page cache during a transaction: all later transactions wait for it. `true` in browsers without lists of
   * databases.
   */
  async #isListed(name: string): Promise<boolean> {
    const listed = await this.#byDeadline(
      attempt(async () => this.#options.indexedDB()?.databases()),
      OPEN_TIMEOUT_MS,
    );
    return !listed.ok || listed.value === undefined || listed.value.some((listing) => listing.name === name);
  }

  #missing(database: IDBPDatabase<Schema>): StorageErrorName | null {
    const { stores, indexes } = this.#options.description;
    if (stores.some((store) => !database.objectStoreNames.contains(store))) return 'storesMissing';
    for (const [store, names] of Object.entries(indexes)) {
      const { indexNames } = database.transaction(store as StoreNames<Schema>).store;
      if (names.some((name) => !(indexNames as DOMStringList).contains(name))) return 'indexMissing';
    }
    return null;
  }

  async #openByDeadline(name: string): Promise<Opened<Schema>> {
    const supported = attemptNow(this.#options.indexedDB);
    if (!supported.ok || supported.value === undefined) return storageFault('notSupported');
    const opening = attempt(() => this.#openDatabase(name));
    const opened = await this.#byDeadline(opening, OPEN_TIMEOUT_MS);
    // A blocked open may succeed much later, and would then block others.
    if (!opened.ok) void opening.then((late) => late.ok && late.value.close());
    return opened;
  }

  #openDatabase(name: string): Promise<IDBPDatabase<Schema>> {
    const { version, upgrade } = this.#options.description;
    let aborted: ExplicitAbort | null = null;
    const opening = openDB<Schema>(name, version, {
      // A failed upgrade must not be committed: existing rows would never be found again.
      upgrade(database, _oldVersion, _newVersion, transaction) {
        upgrade(database, transaction).catch((error: unknown) => {
          if (attemptNow(() => transaction.abort()).ok) aborted = new ExplicitAbort(error);
        });
        // Opening fails with the same error.
        transaction.done.catch(() => {});
      },
      // Another tab waits for this connection to close.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        this.#lose();
      },
      terminated: () => this.#lose(),
    });
    return opening.catch((error: unknown) => {
      throw aborted ?? error;
    });
  }

  #byDeadline<T>(work: Promise<Outcome<T>>, limitMs: number): Promise<Outcome<T>> {
    const late = () => storageFault('unknownAbort', `no answer within ${limitMs} ms`);
    return withDeadline(work, { clock: inHalves(this.#options.clock), limitMs, late });
  }
}

/** When a frozen page resumes, due timers run before events that have queued up: the second half gives these events time. */
function inHalves({ after }: Clock): Pick<Clock, 'after'> {
  return {
    after(delayMs, task) {
      let cancel = after(delayMs / 2, () => (cancel = after(delayMs / 2, task)));
      return () => cancel();
    },
  };
}
