import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { Expiry } from './expiry.ts';
import type { CatalogueEntry, LogStore } from './log-store.ts';
import type { MemoryLogStore } from './memory-log-store.ts';
import type { Persistence } from './persistence.ts';
import { faultOf } from './storage-fault.ts';

export interface FailoverLogStoreOptions {
  /** `indexed-log-store.ts`; `null` if nothing may be stored (P10). */
  readonly disk: LogStore | null;
  readonly memory: MemoryLogStore;
  readonly persistence: Persistence;
  readonly expiry: Pick<Expiry, 'isExpired'>;
}

/**
 * The disk while it works, memory otherwise; requests of both are sent. Whatever this page stores on disk is also kept
 * in memory, within the same cap, until it is delivered: a database can be deleted under an open page.
 */
export class FailoverLogStore {
  readonly #options: FailoverLogStoreOptions;
  readonly #copies = new Map<string, StoredRequest>();

  constructor(options: FailoverLogStoreOptions) {
    this.#options = options;
    options.persistence.whenGivenUp(() => void this.#moveToMemory());
  }

  /** Stores events on disk, which makes them durable; if that fails, in memory. */
  async putEvents(events: readonly StoredEvent[]): Promise<{ readonly durable: boolean }> {
    const stored = await this.#addOnDisk((disk) => disk.putEvents(events));
    if (stored?.ok) return { durable: true };
    await this.#options.memory.putEvents(events);
    return { durable: false };
  }

  /**
   * A request that cannot be stored is kept in memory, and its events stay on disk until it is delivered, so that safe
   * events stay safe.
   */
  async putRequest(request: StoredRequest, eventsAreDurable: boolean): Promise<void> {
    const stored = eventsAreDurable ? await this.#addOnDisk((disk) => disk.putRequest(request)) : undefined;
    if (stored?.ok) this.#copies.set(request.id, request);
    else await this.#options.memory.putRequest(request);
  }

  async deleteEvents(ids: readonly string[]): Promise<void> {
    await this.#onDisk((disk) => disk.deleteEvents(ids));
  }

  async listEventOwners(): Promise<ReadonlySet<string>> {
    const owners = await this.#onDisk((disk) => disk.listEventOwners());
    return owners?.ok ? owners.value : new Set();
  }

  async adoptEvents(owner: string, isDead: (event: StoredEvent) => boolean): Promise<readonly StoredEvent[]> {
    const adopted = await this.#onDisk((disk) => disk.adoptEvents(owner, isDead));
    return adopted?.ok ? adopted.value : [];
  }

  async listRequests(): Promise<readonly CatalogueEntry[]> {
    const inMemory = await this.#options.memory.listRequests();
    const onDisk = await this.#onDisk((disk) => disk.listRequests());
    return [...(inMemory.ok ? inMemory.value : []), ...(onDisk?.ok ? onDisk.value : [])];
  }

  takeRequest(...parameters: Parameters<LogStore['takeRequest']>): Promise<Outcome<StoredRequest | null>> {
    return this.#whereItIs(parameters[0], null, (store) => store.takeRequest(...parameters));
  }

  readRequest(id: string): Promise<Outcome<StoredRequest | null>> {
    return this.#whereItIs(id, null, (store) => store.readRequest(id));
  }

  returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>> {
    return this.#whereItIs(id, undefined, (store) => store.returnRequest(id, refusedCount));
  }

  async deleteRequest({ id, eventIds }: StoredRequest): Promise<void> {
    const { memory } = this.#options;
    this.#copies.delete(id);
    const wasInMemory = memory.holdsRequest(id);
    await memory.deleteRequest(id);
    await this.#onDisk((disk) => disk.deleteRequest(id));
    if (wasInMemory) await this.#onDisk((disk) => disk.deleteEvents(eventIds));
  }

  async deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<readonly StoredRequest[]> {
    const inMemory = await this.#options.memory.deleteRequestsWhere(isGone);
    const onDisk = await this.#onDisk((disk) => disk.deleteRequestsWhere(isGone));
    const deleted = [...(inMemory.ok ? inMemory.value : []), ...(onDisk?.ok ? onDisk.value : [])];
    for (const { id } of deleted) this.#copies.delete(id);
    return deleted;
  }

  async countRequestedEvents(): Promise<number> {
    const inMemory = await this.#options.memory.countRequestedEvents();
    const onDisk = await this.#onDisk((disk) => disk.countRequestedEvents());
    return (inMemory.ok ? inMemory.value : 0) + (onDisk?.ok ? onDisk.value : 0);
  }

  /**
   * Call it when the connection was lost and reopened. If the database has no row of this page, the data was wiped: `events` and
   * the waiting requests are stored again. Requests that other tabs have sent since then are only duplicates.
   */
  async restore(events: readonly StoredEvent[]): Promise<void> {
    const own = [...this.#copies.values()];
    const isWiped = await this.#onDisk((disk) => disk.hasNoneOf(own, events));
    if (isWiped?.ok !== true || !isWiped.value) return;
    await this.#addOnDisk((disk) => disk.putEvents(events));
    for (const request of own) await this.#addOnDisk((disk) => disk.putRequest(request));
  }

  close(): void {
    this.#options.disk?.close();
    this.#options.memory.close();
  }

  async #moveToMemory(): Promise<void> {
    for (const request of this.#copies.values()) await this.#options.memory.putRequest(request);
    this.#copies.clear();
  }

  async #whereItIs<T>(id: string, absent: T, work: (store: LogStore) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { memory } = this.#options;
    if (memory.holdsRequest(id)) return work(memory);
    return (await this.#onDisk(work)) ?? succeed(absent);
  }

  /** Reading and deleting continue during a pause, because they free space. */
  async #onDisk<T>(work: (disk: LogStore) => Promise<Outcome<T>>): Promise<Outcome<T> | undefined> {
    return this.#options.disk === null ? undefined : work(this.#options.disk);
  }

  async #addOnDisk<T>(work: (disk: LogStore) => Promise<Outcome<T>>): Promise<Outcome<T> | undefined> {
    const { persistence, expiry } = this.#options;
    if (!persistence.isOn) return undefined;
    const outcome = await this.#onDisk(work);
    // Expired requests are deleted to free space; nothing is retried in a loop.
    if (outcome?.ok === false && faultOf(outcome) === 'quotaExceeded')
      void this.deleteRequestsWhere((row) => expiry.isExpired(row));
    return outcome;
  }
}
