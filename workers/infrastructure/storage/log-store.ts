import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../../protocol/infrastructure/records.ts';

/** The fields of a stored request that the sender reads without its body. */
export type CatalogueEntry = Pick<StoredRequest, 'id' | 'status' | 'tier' | 'timestamp' | 'sizeBytes'>;

/** Storage of events and requests. Every method is one transaction: it takes effect as a whole, or not at all. */
export interface LogStore {
  /** Succeeds when the events are safe. An event that is already stored is overwritten with the same data. */
  putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>>;
  /**
   * Stores a request and deletes the events inside it, in one transaction. Events that are missing are ignored: another
   * tab may have taken this tab for dead and adopted them, or the data was wiped. In doubt, events are sent twice.
   */
  putRequest(request: StoredRequest): Promise<Outcome<void>>;
  deleteEvents(ids: readonly string[]): Promise<Outcome<void>>;
  /** Owners of stored events. */
  listEventOwners(): Promise<Outcome<ReadonlySet<string>>>;
  /** Assigns events of dead owners to `owner`. */
  adoptEvents(owner: string, isDead: (event: StoredEvent) => boolean): Promise<Outcome<readonly StoredEvent[]>>;
  /** All requests, of every tab. */
  listRequests(): Promise<Outcome<readonly CatalogueEntry[]>>;
  /** Marks a request as QUEUED by `owner` (S5), even repeatedly; `null` if a living owner has it, or if it is gone. */
  takeRequest(
    id: string,
    owner: string,
    nowMs: number,
    isAbandoned: (row: StoredRequest) => boolean,
  ): Promise<Outcome<StoredRequest | null>>;
  /** Marks a request as NEW again and counts the attempt; `refusedCount` is its number of refusals so far. */
  returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>>;
  deleteRequest(id: string): Promise<Outcome<void>>;
  /** Deletes requests for which `isGone`, and returns them. */
  deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<Outcome<readonly StoredRequest[]>>;
  /** Number of events inside stored requests. */
  countRequestedEvents(): Promise<Outcome<number>>;
  /** Whether none of these rows is stored, which means that the data was wiped. */
  hasNoneOf(requests: readonly StoredRequest[], events: readonly StoredEvent[]): Promise<Outcome<boolean>>;
  readRequest(id: string): Promise<Outcome<StoredRequest | null>>;
  close(): void;
}

export function mayTake(row: StoredRequest, owner: string, isAbandoned: (row: StoredRequest) => boolean): boolean {
  return row.status === 'NEW' || row.owner === owner || isAbandoned(row);
}

/**
 * The row after `owner` has picked it (S5, C7). A row that is still QUEUED was picked before and may have been sent: it becomes
 * NEW first, which counts that attempt.
 */
export function taken(row: StoredRequest, owner: string, queuedAt: number): StoredRequest {
  const free = row.status === 'QUEUED' ? returned(row, undefined) : row;
  return { ...free, status: 'QUEUED', owner, queuedAt };
}

/** The row after a failed delivery: every tab may pick it, and the attempt is counted. */
export function returned(row: StoredRequest, refusedCount: number | undefined): StoredRequest {
  const { owner: _owner, queuedAt: _queuedAt, ...rest } = row;
  const refusals = refusedCount === undefined ? {} : { refusedCount };
  return { ...rest, ...refusals, status: 'NEW', sendCount: row.sendCount + 1 };
}
