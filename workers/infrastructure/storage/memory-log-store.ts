import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { returned, taken, type CatalogueEntry, type LogStore } from './log-store.ts';

/** Store in memory: its rows end with the page, so they do not count as safely stored. */
export class MemoryLogStore implements LogStore {
  readonly #events = new Map<string, StoredEvent>();
  readonly #requests = new Map<string, StoredRequest>();

  async putEvents(events: readonly StoredEvent[]): Promise<Outcome<void>> {
    for (const event of events) this.#events.set(event.id, event);
    return succeed(undefined);
  }

  async putRequest(request: StoredRequest): Promise<Outcome<void>> {
    this.#requests.set(request.id, request);
    for (const id of request.eventIds) this.#events.delete(id);
    return succeed(undefined);
  }

  async deleteEvents(ids: readonly string[]): Promise<Outcome<void>> {
    for (const id of ids) this.#events.delete(id);
    return succeed(undefined);
  }

  async listEventOwners(): Promise<Outcome<ReadonlySet<string>>> {
    return succeed(new Set<string>());
  }

  /** The memory store is not shared with other tabs. */
  async adoptEvents(): Promise<Outcome<readonly StoredEvent[]>> {
    return succeed([]);
  }

  async listRequests(): Promise<Outcome<readonly CatalogueEntry[]>> {
    return succeed([...this.#requests.values()]);
  }

  async takeRequest(id: string, owner: string, nowMs: number): Promise<Outcome<StoredRequest | null>> {
    const row = this.#requests.get(id);
    if (row === undefined) return succeed(null);
    const picked = taken(row, owner, nowMs);
    this.#requests.set(id, picked);
    return succeed(picked);
  }

  async returnRequest(id: string, refusedCount?: number): Promise<Outcome<void>> {
    const row = this.#requests.get(id);
    if (row !== undefined) this.#requests.set(id, returned(row, refusedCount));
    return succeed(undefined);
  }

  async deleteRequest(id: string): Promise<Outcome<void>> {
    this.#requests.delete(id);
    return succeed(undefined);
  }

  async deleteRequestsWhere(isGone: (row: StoredRequest) => boolean): Promise<Outcome<readonly StoredRequest[]>> {
    const gone = [...this.#requests.values()].filter(isGone);
    for (const { id } of gone) this.#requests.delete(id);
    return succeed(gone);
  }

  async countRequestedEvents(): Promise<Outcome<number>> {
    return succeed([...this.#requests.values()].reduce((sum, { eventIds }) => sum + eventIds.length, 0));
  }

  async hasNoneOf(requests: readonly StoredRequest[], events: readonly StoredEvent[]): Promise<Outcome<boolean>> {
    return succeed(
      !requests.some(({ id }) => this.#requests.has(id)) && !events.some(({ id }) => this.#events.has(id)),
    );
  }

  async readRequest(id: string): Promise<Outcome<StoredRequest | null>> {
    return succeed(this.#requests.get(id) ?? null);
  }

  holdsRequest(id: string): boolean {
    return this.#requests.has(id);
  }

  close(): void {
    this.#events.clear();
    this.#requests.clear();
  }
}
