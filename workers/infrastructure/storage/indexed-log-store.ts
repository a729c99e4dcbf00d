import type { IDBPObjectStore } from 'idb';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { STORE_NAMES, type StoredEvent, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { eventsOf, rowsOf, without } from './event-rows.ts';
import type { LogDatabaseSchema } from './log-database.ts';
import { mayTake, returned, taken, type CatalogueEntry, type LogStore } from './log-store.ts';
import { transact } from './transaction.ts';

const { events: EVENTS, requests: REQUESTS } = STORE_NAMES;

type EventStore = IDBPObjectStore<LogDatabaseSchema, (typeof EVENTS | typeof REQUESTS)[], typeof EVENTS, 'readwrite'>;

/** The log store in IndexedDB. A row holds several events, because an IndexedDB request costs more than an event. */
export class IndexedLogStore implements LogStore {
  readonly #handle: DatabaseHandle<LogDatabaseSchema>;
  /** Row keys by event id, for events that share a row; the key of any other row is the id of its event. */
  readonly #keys = new Map<string, string>();

  constructor(handle: DatabaseHandle<LogDatabaseSchema>) {
    this.#handle = handle;
  }

  putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>> {
    return this.#handle.run(
      'put-events',
      (database) =>
        transact(database, [EVENTS], async (transaction) => {
          const store = transaction.objectStore(EVENTS);
          await Promise.all(rowsOf(events).map((row) => this.#putRow(store, row)));
        }),
      events.length,
    );
  }

  async putRequest(request: StoredRequest): Promise<Outcome<void>> {
    const outcome = await this.#handle.run('put-request', (database) =>
      transact(database, [EVENTS, REQUESTS], async (transaction) => {
        await Promise.all([
          transaction.objectStore(REQUESTS).put(request),
          this.#removeEvents(transaction.objectStore(EVENTS), request.eventIds),
        ]);
      }),
    );
    return this.#forget(request.eventIds, outcome);
  }

  async deleteEvents(ids: readonly string[]): Promise<Outcome<void>> {
    const outcome = await this.#handle.run(
      'delete-events',
      (database) =>
        transact(database, [EVENTS], async (transaction) => {
          await this.#removeEvents(transaction.objectStore(EVENTS), ids);
        }),
      ids.length,
    );
    return this.#forget(ids, outcome);
  }

  listEventOwners(): Promise<Outcome<ReadonlySet<string>>> {
    return this.#handle.run(
      'read',
      async (database) => new Set((await database.getAll(EVENTS)).map(({ owner }) => owner ?? '')),
    );
  }

  adoptEvents(owner: string, isDead: (event: StoredEvent) => boolean): Promise<Outcome<readonly StoredEvent[]>> {
    return this.#handle.run('adopt-events', (database) =>
      transact(database, [EVENTS], async (transaction) => {
        const store = transaction.objectStore(EVENTS);
        const rows = (await store.getAll()).filter((row) => eventsOf(row).some(isDead));
        await Promise.all(rows.map((row) => this.#putRow(store, { ...row, owner })));
        return rows.flatMap((row) => eventsOf(row).filter(isDead)).map((event) => ({ ...event, owner }));
      }),
    );
  }

  listRequests(): Promise<Outcome<readonly CatalogueEntry[]>> {
    return this.#handle.run('read', (database) =>
      transact(database, [REQUESTS], async (transaction) => {
        const entries: CatalogueEntry[] = [];
        let cursor = await transaction.objectStore(REQUESTS).index('catalogue').openKeyCursor();
        while (cursor) {
          const [status, tier, timestamp, sizeBytes] = cursor.key;
          entries.push({ id: cursor.primaryKey, status: status as 'NEW' | 'QUEUED', tier, timestamp, sizeBytes });
          cursor = await cursor.continue();
        }
        return entries;
      }),
    );
  }

  takeRequest(
    id: string,
    owner: string,
    nowMs: number,
    isAbandoned: (row: StoredRequest) => boolean,
  ): Promise<Outcome<StoredRequest | null>> {
    return this.#handle.run('take-request', (database) =>
      transact(database, [REQUESTS], async (transaction) => {
        const store = transaction.objectStore(REQUESTS);
        const row = await store.get(id);
        if (row === undefined || !mayTake(row, owner, isAbandoned)) return null;
        const picked = taken(row, owner, nowMs);
        await store.put(picked);
        return picked;
      }),
    );
  }

  returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>> {
    return this.#handle.run('return-request', (database) =>
      transact(database, [REQUESTS], async (transaction) => {
        const store = transaction.objectStore(REQUESTS);
        const row = await store.get(id);
        if (row !== undefined) await store.put(returned(row, refusedCount));
      }),
    );
  }

  deleteRequest(id: string): Promise<Outcome<void>> {
    return this.#handle.run('delete-request', (database) =>
      transact(database, [REQUESTS], async (transaction) => {
        await transaction.objectStore(REQUESTS).delete(id);
      }),
    );
  }

  deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<Outcome<readonly StoredRequest[]>> {
    return this.#handle.run('expire-requests', (database) =>
      transact(database, [REQUESTS], async (transaction) => {
        const deleted: StoredRequest[] = [];
        let cursor = await transaction.objectStore(REQUESTS).openCursor();
        while (cursor) {
          if (isGone(cursor.value)) {
            deleted.push(cursor.value);
            await cursor.delete();
          }
          cursor = await cursor.continue();
        }
        return deleted;
      }),
    );
  }

  countRequestedEvents(): Promise<Outcome<number>> {
    return this.#handle.run('read', async (database) => {
      let count = 0;
      let cursor = await database.transaction(REQUESTS).store.openCursor();
      while (cursor) {
        count += cursor.value.eventIds.length;
        cursor = await cursor.continue();
      }
      return count;
    });
  }

  hasNoneOf(requests: readonly StoredRequest[], events: readonly StoredEvent[]): Promise<Outcome<boolean>> {
    return this.#handle.run('read', async (database) => {
      const transaction = database.transaction([EVENTS, REQUESTS]);
      const [keys, rows] = await Promise.all([
        Promise.all(requests.map(({ id }) => transaction.objectStore(REQUESTS).getKey(id))),
        Promise.all(events.map(({ id }) => transaction.objectStore(EVENTS).get(this.#keyOf(id)))),
      ]);
      const ids = new Set(rows.flatMap((row) => (row === undefined ? [] : eventsOf(row).map(({ id }) => id))));
      return keys.every((key) => key === undefined) && !events.some(({ id }) => ids.has(id));
    });
  }

  readRequest(id: string): Promise<Outcome<StoredRequest | null>> {
    return this.#handle.run('read', async (database) => (await database.get(REQUESTS, id)) ?? null);
  }

  close(): void {
    this.#handle.close();
  }

  #keyOf(id: string): string {
    return this.#keys.get(id) ?? id;
  }

  #forget(ids: readonly string[], outcome: Outcome<void>): Outcome<void> {
    if (outcome.ok) for (const id of ids) this.#keys.delete(id);
    return outcome;
  }

  async #putRow(store: EventStore, row: StoredEvent): Promise<void> {
    for (const id of row.eventIds ?? []) this.#keys.set(id, row.id);
    await store.put(row);
  }

  /** Other events of the same rows stay: an urgent event is sent before the other events of its batch. */
  async #removeEvents(store: EventStore, ids: readonly string[]): Promise<void> {
    const keys = new Set(ids.map((id) => this.#keyOf(id)));
    const gone = new Set(ids);
    await Promise.all(
      [...keys].map(async (key) => {
        const row = await store.get(key);
        const rest = row && without(row, gone);
        await (rest ? store.put(rest) : store.delete(key));
      }),
    );
  }
}
