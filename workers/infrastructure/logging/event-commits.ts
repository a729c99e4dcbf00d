import type { Clock } from '../../../protocol/runtime/clock.ts';
import { BATCH_MAX_EVENTS } from '../../../protocol/constants.ts';
import type { StoredEvent } from '../../../protocol/infrastructure/records.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { during } from '../during.ts';
import type { OwnerLock } from '../transport/owner-lock.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { QueuedEvent } from './event-queue.ts';
import type { LoggedEvent } from './read-event-lines.ts';

export interface EventCommitsOptions {
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly store: Pick<FailoverLogStore, 'putEvents'>;
  readonly owner: OwnerLock;
  /** Called before this many more are stored. */
  readonly makeRoom: (events: readonly LoggedEvent[]) => Promise<void>;
  readonly onStored: (event: QueuedEvent) => void;
  /** Called when part of a group could not be written to disk. */
  readonly onNotDurable: () => void;
}

export interface Stored {
  readonly durable: boolean;
}

interface Incoming {
  readonly events: readonly LoggedEvent[];
  readonly settle: (stored: Stored) => void;
}

/** Makes events safe: on disk, or, if that fails, by delivery. */
export class EventCommits {
  readonly #options: EventCommitsOptions;
  readonly #acknowledgements = new Acknowledgements();
  /** Not on disk: safe only after delivery. */
  readonly #undelivered = new Set<string>();
  #incoming: Incoming[] = [];
  #committing: Promise<void> | null = null;

  constructor(options: EventCommitsOptions) {
    this.#options = options;
  }

  /** Resolves when nothing is being stored. */
  whenStored(): Promise<void> {
    return this.#committing ?? Promise.resolve();
  }

  /** Group commit: events that arrive during a transaction go into the next one. */
  commit(events: readonly LoggedEvent[]): Promise<Stored> {
    if (events.length === 0) return Promise.resolve({ durable: true });
    return new Promise((resolve) => {
      this.#incoming.push({ events, settle: resolve });
      this.#committing ??= this.#commitAll().finally(() => (this.#committing = null));
    });
  }

  /** For a batch posted again: the first post may still be committing, or wait for delivery. */
  async whenSafe(ids: readonly string[]): Promise<void> {
    await this.#committing;
    await this.#acknowledgements.whenSettled(ids.filter((id) => this.#undelivered.has(id)));
  }

  /** Delivered, or dropped. */
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
    const { store, clock, makeRoom, onStored, onNotDurable } = this.#options;
    const all = group.flatMap(({ events }) => events);
    let allDurable = true;
    for (let start = 0; start < all.length; start += BATCH_MAX_EVENTS) {
      const events = all.slice(start, start + BATCH_MAX_EVENTS);
      await makeRoom(events);
      const { durable } = await store.putEvents(events.map((event) => this.toStored(event)));
      if (!durable) for (const { id } of events) this.#undelivered.add(id);
      allDurable &&= durable;
      for (const event of events) onStored({ ...event, queuedAtMs: clock.monotonicNow(), isDurable: durable });
    }
    if (!allDurable) onNotDurable();
    return allDurable;
  }
}
