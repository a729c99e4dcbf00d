import type { Clock } from '../../../protocol/runtime/clock.ts';
import { BATCH_MAX_EVENTS } from '../../../protocol/constants.ts';
import type { StoredEvent } from '../../../protocol/infrastructure/records.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import type { Persistence } from '../storage/persistence.ts';
import type { Receipts } from '../transport/receipts.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { during } from '../during.ts';
import type { OwnerLock } from '../transport/owner-lock.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { EventBatcher } from './event-batcher.ts';
import type { LineBatchReceiver } from './line-batch-receiver.ts';
import type { LogCapacity } from './log-capacity.ts';
import type { LoggedEvent } from './event-queue.ts';

export interface EventCommitsOptions {
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly store: Pick<FailoverLogStore, 'putEvents'>;
  readonly owner: OwnerLock;
  readonly persistence: Pick<Persistence, 'isInterrupted'>;
  readonly receipts: Pick<Receipts, 'isOwn'>;
  readonly capacity: Pick<LogCapacity, 'makeRoom'>;
  readonly batcher: Pick<EventBatcher, 'enqueue' | 'flush' | 'waitFor'>;
  /** Posts acknowledgements of batches; absent on main, where the end of a call acknowledges it. */
  readonly receiver?: Pick<LineBatchReceiver, 'respond'> | undefined;
}

/** Queue time of events that a closed page left: they do not wait for more events, as this page may be as short (L3). */
export const LONG_AGO_MS = Number.NEGATIVE_INFINITY;

export interface Stored {
  readonly durable: boolean;
}

interface Incoming {
  readonly events: readonly LoggedEvent[];
  readonly settle: (stored: Stored) => void;
}

/** Stores events, acknowledges them and hands them to the batcher. Events that cannot be stored are acknowledged after delivery. */
export class EventCommits {
  readonly #options: EventCommitsOptions;
  readonly #acknowledgements = new Acknowledgements();
  /** Ids of events that could not be stored: these events are safe only after delivery. */
  readonly #undelivered = new Set<string>();
  #incoming: Incoming[] = [];
  #committing: Promise<void> | null = null;

  constructor(options: EventCommitsOptions) {
    this.#options = options;
  }

  /** Group commit: events that arrive during a transaction are stored by the next transaction. Settles when `events` are safe. */
  commit(events: readonly LoggedEvent[]): Promise<Stored> {
    if (events.length === 0) return Promise.resolve({ durable: true });
    return new Promise((resolve) => {
      this.#incoming.push({ events, settle: resolve });
      if (this.#committing !== null) return;
      this.#committing = this.#commitAll().finally(() => (this.#committing = null));
      this.#options.batcher.waitFor(this.#committing);
    });
  }

  /** Resolves when the events of a repeated post are safe: the first post may still be committing, or wait for delivery. */
  async whenSafe(ids: readonly string[]): Promise<void> {
    await this.#committing;
    await this.#acknowledgements.whenSettled(ids.filter((id) => this.#undelivered.has(id)));
  }

  /**
   * Posts waiting acknowledgements before a request is dropped: otherwise main would count its events as unsafe, and a page
   * that closes would send them again (S7).
   */
  acknowledgeNow(): void {
    this.#options.receiver?.respond();
  }

  /** Settles events that were delivered, or dropped. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#undelivered.delete(id);
    this.#acknowledgements.settle(ids);
  }

  toStored({ id, endpoint, tier, text }: LoggedEvent): StoredEvent {
    const { clock, owner } = this.#options;
    return { id, endpoint, tier, serialized: text, timestamp: clock.now(), owner: owner.name };
  }

  async #commitAll(): Promise<void> {
    await this.#options.owner.whenHeld();
    while (this.#incoming.length > 0) {
      const group = this.#incoming;
      this.#incoming = [];
      const durable = await during(this.#options.spans, 'store events', () => this.#store(group), {
        toValue: () => group.reduce((count, { events }) => count + events.length, 0),
      });
      for (const { events, settle } of group) {
        if (durable) settle({ durable });
        else void this.#acknowledgements.whenSettled(events.map(({ id }) => id)).then(() => settle({ durable }));
      }
    }
  }

  async #store(group: readonly Incoming[]): Promise<boolean> {
    const { store, clock, capacity, batcher, receipts, persistence } = this.#options;
    const all = group.flatMap(({ events }) => events);
    let allDurable = true;
    for (let start = 0; start < all.length; start += BATCH_MAX_EVENTS) {
      const events = all.slice(start, start + BATCH_MAX_EVENTS);
      await capacity.makeRoom(events);
      const { durable } = await store.putEvents(events.map((event) => this.toStored(event)));
      if (!durable) for (const { id } of events) this.#undelivered.add(id);
      allDurable &&= durable;
      for (const event of events) {
        const queuedAtMs = receipts.isOwn(event.id) ? clock.monotonicNow() : LONG_AGO_MS;
        batcher.enqueue({ ...event, queuedAtMs, isDurable: durable });
      }
    }
    if (!allDurable && persistence.isInterrupted) void batcher.flush(EVENT_TIER.unspecified);
    return allDurable;
  }
}
