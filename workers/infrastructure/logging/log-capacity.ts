import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { LOG_BYTES_MAX, LOG_ROWS_MAX } from '../../../protocol/constants.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { Delivery } from '../transport/delivery.ts';
import { charactersOf, type EventQueue } from './event-queue.ts';
import type { LoggedEvent } from './read-event-lines.ts';

export interface LogCapacityOptions {
  readonly store: Pick<FailoverLogStore, 'readRequest' | 'deleteRequest'>;
  readonly queue: EventQueue;
  readonly delivery: Pick<Delivery, 'waitingCount' | 'waitingBytes' | 'leastImportant' | 'forget' | 'recount'>;
  /** Turns queued events into requests, which can be ordered by importance. */
  readonly closeQueue: () => Promise<void>;
  readonly onEvicted: (request: StoredRequest) => void;
}

/** Keeps the log within its limits of rows and bytes: the least important request is dropped and counted. */
export class LogCapacity {
  readonly #options: LogCapacityOptions;

  constructor(options: LogCapacityOptions) {
    this.#options = options;
  }

  async makeRoom(coming: readonly LoggedEvent[]): Promise<void> {
    const { queue, delivery, closeQueue } = this.#options;
    const comingBytes = charactersOf(coming);
    const isFull = (): boolean =>
      delivery.waitingCount + queue.heldCount + coming.length > LOG_ROWS_MAX ||
      delivery.waitingBytes + queue.heldCharacters + comingBytes > LOG_BYTES_MAX;
    if (!isFull()) return;
    await closeQueue();
    await delivery.recount();
    while (isFull()) {
      const id = delivery.leastImportant();
      if (id === null) return;
      await this.#evict(id);
    }
  }

  async #evict(id: string): Promise<void> {
    const { store, delivery, onEvicted } = this.#options;
    const found = await store.readRequest(id);
    delivery.forget(id);
    if (!found.ok || found.value === null) return;
    await store.deleteRequest(found.value);
    onEvicted(found.value);
  }
}
