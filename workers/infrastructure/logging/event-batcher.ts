import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { FLUSH_AT_QUEUED_EVENTS } from '../../../protocol/constants.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Session } from '../context/session.ts';
import { during } from '../during.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { Persistence } from '../storage/persistence.ts';
import type { Delivery } from '../transport/delivery.ts';
import type { DroppedCounter } from './dropped-events.ts';
import { countTier, EventQueue, type BatchGroup, type QueuedEvent } from './event-queue.ts';
import { FlushTimers } from './flush-timers.ts';
import type { LogRequests } from './log-request.ts';

export interface EventBatcherOptions {
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly session: Pick<Session, 'logBatchesPerRequestMax' | 'savesData'>;
  readonly store: Pick<FailoverLogStore, 'putRequest'>;
  /** While it is interrupted, the disk has failed: events that cannot be stored are sent at once (S12). */
  readonly persistence: Pick<Persistence, 'isInterrupted'>;
  readonly requests: Pick<LogRequests, 'build'>;
  /** Dropped events, which the next request reports. */
  readonly dropped: DroppedCounter;
  readonly delivery: Pick<Delivery, 'note' | 'waitingCount'>;
}

/** Turns stored events into requests: queued by tier, closed into batches, stored as one row, then delivered. */
export class EventBatcher {
  readonly #options: EventBatcherOptions;
  readonly #queue = new EventQueue();
  readonly #timers: FlushTimers;
  #storing: Promise<void> = Promise.resolve();
  #closing: Promise<void> = Promise.resolve();

  constructor(options: EventBatcherOptions) {
    this.#options = options;
    const { clock, session } = options;
    this.#timers = new FlushTimers({ clock, session, flush: (tierMin) => void this.flush(tierMin) });
  }

  get size(): number {
    return this.#queue.size;
  }

  get heldCount(): number {
    return this.#queue.heldCount;
  }

  get heldCharacters(): number {
    return this.#queue.heldCharacters;
  }

  durableEvents(): readonly QueuedEvent[] {
    return this.#queue.durableEvents();
  }

  /** The next flush waits for `storing`, and so includes events that are being stored. */
  waitFor(storing: Promise<void>): void {
    this.#storing = storing;
  }

  enqueue(event: QueuedEvent): void {
    const { spans } = this.#options;
    this.#queue.add(event);
    countTier(spans, event.tier);
    this.noteGauges();
    if (this.#queue.size >= FLUSH_AT_QUEUED_EVENTS) void this.flush(EVENT_TIER.unspecified);
    this.#timers.noteEvent(event.tier);
  }

  /** Closes batches of this tier and above; small batches wait for more events (L3) unless they are urgent. */
  async flush(tierMin: number): Promise<void> {
    await this.#storing;
    await this.#close(tierMin, tierMin >= EVENT_TIER.fast || this.#options.persistence.isInterrupted);
    if (this.#queue.size > 0) this.#timers.noteWaiting();
  }

  /** Closes everything that is queued, small batches included. */
  closeAll(): Promise<void> {
    return this.#close(EVENT_TIER.unspecified, true);
  }

  /** Closes all batches as {@link closeAll} does, with events that are being stored. */
  async flushAll(): Promise<void> {
    await this.#storing;
    await this.closeAll();
  }

  noteGauges(): void {
    const { spans, delivery } = this.#options;
    spans.gauges.queuedEvents = this.#queue.size;
    spans.gauges.queuedRequests = delivery.waitingCount;
  }

  stop(): void {
    this.#timers.stop();
  }

  #close(tierMin: number, toEmpty: boolean): Promise<void> {
    const work = async (): Promise<void> => {
      const { clock, spans, session } = this.#options;
      const batchesPerRequestMax = session.logBatchesPerRequestMax;
      const rule = { tierMin, toEmpty, nowMs: clock.monotonicNow(), batchesPerRequestMax };
      for (const taken of this.#queue.takeGroups(rule)) {
        const toValue = (): number => taken.batches.flat().length;
        await during(spans, 'close batch', () => this.#closeGroup(taken), { toValue });
      }
    };
    this.#closing = this.#closing.then(work);
    return this.#closing;
  }

  /** One transaction stores the request and deletes its events. */
  async #closeGroup(group: BatchGroup): Promise<void> {
    const { requests, dropped, store, delivery } = this.#options;
    const request = await requests.build(group, dropped.take());
    await store.putRequest(
      request,
      group.batches.flat().every(({ isDurable }) => isDurable),
    );
    this.#queue.release(group);
    delivery.note(request);
    this.noteGauges();
  }
}
