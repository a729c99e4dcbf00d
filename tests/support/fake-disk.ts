import { succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../protocol/infrastructure/records.ts';
import {
  mayTake,
  returned,
  taken,
  type CatalogueEntry,
  type LogStore,
} from '../../workers/infrastructure/storage/log-store.ts';

/** The data on the disk of one origin; each store over the same data is a tab. */
export class DiskContents {
  readonly events = new Map<string, StoredEvent>();
  readonly requests = new Map<string, StoredRequest>();
}

/** A log store with the guarantees of the real store: its transactions are atomic, visible to every tab, and survive the tab. */
export class FakeDisk implements LogStore {
  readonly #contents: DiskContents;
  /** Failures of the next operations. */
  readonly failures: Failure[] = [];
  onFault: (failure: Failure) => void = () => {};
  /** Whether the tab is dead: its pending operations do not continue. */
  isHalted = false;
  readonly #latency: () => Promise<void>;

  constructor(contents = new DiskContents(), latency = (): Promise<void> => Promise.resolve()) {
    this.#contents = contents;
    this.#latency = latency;
  }

  putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>> {
    return this.#transact(({ events: store }) => {
      for (const event of events) store.set(event.id, event);
    });
  }

  putRequest(request: StoredRequest): Promise<Outcome<void>> {
    return this.#transact(({ events, requests }) => {
      requests.set(request.id, request);
      for (const id of request.eventIds) events.delete(id);
    });
  }

  deleteEvents(ids: readonly string[]): Promise<Outcome<void>> {
    return this.#transact(({ events }) => {
      for (const id of ids) events.delete(id);
    });
  }

  listEventOwners(): Promise<Outcome<ReadonlySet<string>>> {
    return this.#transact(({ events }) => new Set([...events.values()].map(({ owner }) => owner ?? '')));
  }

  adoptEvents(owner: string, isDead: (event: StoredEvent) => boolean): Promise<Outcome<readonly StoredEvent[]>> {
    return this.#transact(({ events }) => {
      const adopted = [...events.values()].filter(isDead).map((event) => ({ ...event, owner }));
      for (const event of adopted) events.set(event.id, event);
      return adopted;
    });
  }

  listRequests(): Promise<Outcome<readonly CatalogueEntry[]>> {
    return this.#transact(({ requests }) =>
      [...requests.values()].map(({ id, status, tier, timestamp, sizeBytes }) => ({
        id,
        status,
        tier,
        timestamp,
        sizeBytes,
      })),
    );
  }

  takeRequest(
    id: string,
    owner: string,
    nowMs: number,
    isAbandoned: (row: StoredRequest) => boolean,
  ): Promise<Outcome<StoredRequest | null>> {
    return this.#transact(({ requests }) => {
      const row = requests.get(id);
      if (row === undefined || !mayTake(row, owner, isAbandoned)) return null;
      const picked = taken(row, owner, nowMs);
      requests.set(id, picked);
      return picked;
    });
  }

  returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>> {
    return this.#transact(({ requests }) => {
      const row = requests.get(id);
      if (row !== undefined) requests.set(id, returned(row, refusedCount));
    });
  }

  deleteRequest(id: string): Promise<Outcome<void>> {
    return this.#transact(({ requests }) => {
      requests.delete(id);
    });
  }

  deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<Outcome<readonly StoredRequest[]>> {
    return this.#transact(({ requests }) => {
      const gone = [...requests.values()].filter(isGone);
      for (const { id } of gone) requests.delete(id);
      return gone;
    });
  }

  countRequestedEvents(): Promise<Outcome<number>> {
    return this.#transact(({ requests }) =>
      [...requests.values()].reduce((sum, { eventIds }) => sum + eventIds.length, 0),
    );
  }

  hasNoneOf(requests: readonly StoredRequest[], events: readonly StoredEvent[]): Promise<Outcome<boolean>> {
    return this.#transact(
      (stored) =>
        !requests.some(({ id }) => stored.requests.has(id)) && !events.some(({ id }) => stored.events.has(id)),
    );
  }

  readRequest(id: string): Promise<Outcome<StoredRequest | null>> {
    return this.#transact(({ requests }) => requests.get(id) ?? null);
  }

  close(): void {}

  async #transact<T>(work: (contents: DiskContents) => T): Promise<Outcome<T>> {
    await this.#latency();
    if (this.isHalted) return new Promise(() => {});
    const failure = this.failures.shift();
    if (failure !== undefined) this.onFault(failure);
    const outcome = failure ?? succeed(work(this.#contents));
    await this.#latency();
    return this.isHalted ? new Promise(() => {}) : outcome;
  }
}
