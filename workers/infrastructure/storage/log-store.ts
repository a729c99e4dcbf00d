import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../../protocol/infrastructure/records.ts';

/** What the sender knows of a stored request without reading its body. */
export type CatalogueEntry = Pick<StoredRequest, 'id' | 'status' | 'tier' | 'timestamp' | 'sizeBytes'>;

/**
 * Where events and requests wait. Every method is one transaction: it has happened whole, or not at all.
 */
export interface LogStore {
  /** Succeeds when they are safe. An event that is there already is replaced by itself. */
  putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>>;
  /**
   * Stores a request and deletes the events inside it, in one transaction. Events that are gone already do not matter:
   * another tab may have taken this one for dead and adopted them, or the data was wiped. Doubt ends in a repeat.
   */
  putRequest(request: StoredRequest): Promise<Outcome<void>>;
  deleteEvents(ids: readonly string[]): Promise<Outcome<void>>;
  /** Who has events here. */
  listEventOwners(): Promise<Outcome<ReadonlySet<string>>>;
  /** Events whose owner is dead become `owner`'s. */
  adoptEvents(owner: string, isDead: (event: StoredEvent) => boolean): Promise<Outcome<readonly StoredEvent[]>>;
  /** All requests, of every tab. */
  listRequests(): Promise<Outcome<readonly CatalogueEntry[]>>;
  /** Marks a request as QUEUED by `owner` (S5), also when it is so already; `null` when it is another's, or gone. */
  takeRequest(
    id: string,
    owner: string,
    nowMs: number,
    isAbandoned: (row: StoredRequest) => boolean,
  ): Promise<Outcome<StoredRequest | null>>;
  /** Back to NEW, one attempt later, and with the number of refusals so far where this was one. */
  returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>>;
  deleteRequest(id: string): Promise<Outcome<void>>;
  /** Removes requests for which `isGone`, and says which. */
  deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<Outcome<readonly StoredRequest[]>>;
  /** Events inside of stored requests. */
  countRequestedEvents(): Promise<Outcome<number>>;
  /** Whether the store knows nothing of them: it was wiped. */
  hasNoneOf(requests: readonly StoredRequest[], events: readonly StoredEvent[]): Promise<Outcome<boolean>>;
  readRequest(id: string): Promise<Outcome<StoredRequest | null>>;
  close(): void;
}

export function mayTake(row: StoredRequest, owner: string, isAbandoned: (row: StoredRequest) => boolean): boolean {
  return row.status === 'NEW' || row.owner === owner || isAbandoned(row);
}

/** A row that was not delivered: free for anybody, one attempt later. */
export function returned(row: StoredRequest, refusedCount: number | undefined): StoredRequest {
  const { owner: _owner, queuedAt: _queuedAt, ...rest } = row;
  const refusals = refusedCount === undefined ? {} : { refusedCount };
  return { ...rest, ...refusals, status: 'NEW', sendCount: row.sendCount + 1 };
}
