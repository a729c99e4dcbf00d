import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { STORE_NAMES, type StoredEvent, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { DatabaseHandle } from './database-handle.ts';
import type { LogDatabaseSchema } from './log-database.ts';
import { mayTake, returned, taken, type CatalogueEntry, type LogStore } from './log-store.ts';
import { transact } from './transaction.ts';

const { events: EVENTS, requests: REQUESTS } = STORE_NAMES;

/** The log store in IndexedDB. */
export class IndexedLogStore implements LogStore {
  readonly #handle: DatabaseHandle<LogDatabaseSchema>;

  constructor(handle: DatabaseHandle<LogDatabaseSchema>) {
    this.#handle = handle;
  }

  putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>> {
    return this.#handle.run(
      'put-events',
      (database) =>
        transact(database, [EVENTS], async (transaction) => {
          const store = transaction.objectStore(EVENTS);
          await Promise.all(events.map((event) => store.put(event)));
        }),
      events.length,
    );
  }

  putRequest(request: StoredRequest): Promise<Outcome<void>> {
    return this.#handle.run('put-request', (database) =>
      transact(database, [EVENTS, REQUESTS], async (transaction) => {
        const events = transaction.objectStore(EVENTS);
        await Promise.all([
          transaction.objectStore(REQUESTS).put(request),
          ...request.eventIds.map((id) => events.delete(id)),
        ]);
      }),
    );
  }

  deleteEvents(ids: readonly string[]): Promise<Outcome<void>> {
    return this.#handle.run(
      'delete-events',
      (database) =>
        transact(database, [EVENTS], async (transaction) => {
          await Promise.all(ids.map((id) => transaction.objectStore(EVENTS).delete(id)));
        }),
      ids.length,
    );
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
        const adopted = (await store.getAll()).filter(isDead).map((event) => ({ ...event, owner }));
        await Promise.all(adopted.map((event) => store.put(event)));
        return adopted;
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
      const keys = await Promise.all([
        ...requests.map(({ id }) => transaction.objectStore(REQUESTS).getKey(id)),
        ...events.map(({ id }) => transaction.objectStore(EVENTS).getKey(id)),
      ]);
      return keys.every((key) => key === undefined);
    });
  }

  readRequest(id: string): Promise<Outcome<StoredRequest | null>> {
    return this.#handle.run('read', async (database) => (await database.get(REQUESTS, id)) ?? null);
  }

  close(): void {
    this.#handle.close();
  }
}
