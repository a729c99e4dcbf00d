import { LOG_BYTES_MAX, LOG_ROWS_MAX } from '../../../protocol/constants.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { Delivery, DeliveryObserver } from '../transport/delivery.ts';
import type { EventBatcher } from './event-batcher.ts';
import { charactersOf, type LoggedEvent } from './event-queue.ts';

export interface LogCapacityOptions {
  readonly store: Pick<FailoverLogStore, 'readRequest' | 'deleteRequest'>;
  /** Turns queued events into requests, which can be ordered by importance. */
  readonly batcher: Pick<EventBatcher, 'heldCount' | 'heldCharacters' | 'closeAll'>;
  readonly delivery: Pick<Delivery, 'waitingCount' | 'waitingBytes' | 'leastImportant' | 'forget' | 'recount'>;
  readonly observer: Pick<DeliveryObserver, 'dropped'>;
}

/** Keeps the log within its limits of rows and bytes: the least important request is dropped and counted. */
export class LogCapacity {
  readonly #options: LogCapacityOptions;

  constructor(options: LogCapacityOptions) {
    this.#options = options;
  }

  async makeRoom(coming: readonly LoggedEvent[]): Promise<void> {
    const { batcher, delivery } = this.#options;
    const comingBytes = charactersOf(coming);
    const isFull = (): boolean =>
      delivery.waitingCount + batcher.heldCount + coming.length > LOG_ROWS_MAX ||
      delivery.waitingBytes + batcher.heldCharacters + comingBytes > LOG_BYTES_MAX;
    if (!isFull()) return;
    await batcher.closeAll();
    await delivery.recount();
    while (isFull()) {
      const id = delivery.leastImportant();
      if (id === null) return;
      await this.#evict(id);
    }
  }

  async #evict(id: string): Promise<void> {
    const { store, delivery, observer } = this.#options;
    const found = await store.readRequest(id);
    delivery.forget(id);
    if (!found.ok || found.value === null) return;
    await store.deleteRequest(found.value);
    observer.dropped(found.value, 'capacity');
  }
}
