import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import type { DroppedEvents, DropReason, StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { FlushReport } from '../../../protocol/infrastructure/rpc.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { during } from '../during.ts';
import { Delivery, type DeliveryOptions } from '../transport/delivery.ts';
import { RECEIPT_EVENTS_MIN, withoutReceived, type ReceivedOf } from '../transport/receipts.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { countTier } from './count-tier.ts';
import { DroppedCounter } from './dropped-events.ts';
import { readEventLines, type LoggedEvent } from './read-event-lines.ts';
import { EventCommits, type Stored } from './event-commits.ts';
import { LogCapacity } from './log-capacity.ts';
import { EventQueue, type BatchGroup, type QueuedEvent } from './event-queue.ts';
import { FlushTimers } from './flush-timers.ts';
import { KnownEvents } from './known-events.ts';
import { SentCounter } from './sent-counter.ts';
import { FLUSH_AT_QUEUED_EVENTS, QUEUED_REQUEST_MAX_AGE_MS } from '../../../protocol/constants.ts';

export interface LogPipelineOptions extends Omit<DeliveryOptions, 'onDelivered'> {
  readonly spans: SpanRing;
  /** The disk failed while in use: events that cannot be stored are sent at once (S12). */
  readonly isInterrupted: () => boolean;
  /** How many batches the provider accepts in one request. */
  readonly batchesPerRequestMax: () => number;
  readonly buildRequest: (group: BatchGroup, dropped: DroppedEvents[]) => Promise<StoredRequest>;
  /** Which of these events of a dead page the provider has, by beacon or by a request that was not answered. */
  readonly receivedOf: ReceivedOf;
  /** Whether this page has logged the event, and no page before it. */
  readonly isOwn: (id: string) => boolean;
  /** The service's own lines, which are sent only along with others. */
  readonly takeAlong: () => readonly string[];
  readonly onAnswer: (response: TransportResponse) => void;
}

/** What a page that is gone has left waits for no others: the next page may be as short (L3). */
const LONG_AGO_MS = Number.NEGATIVE_INFINITY;

/** The path of an event from main to the provider, for one identity: stored, then batched, then sent. */
export class LogPipeline {
  readonly #options: LogPipelineOptions;
  readonly #queue = new EventQueue();
  readonly #known = new KnownEvents();
  readonly #dropped = new DroppedCounter();
  readonly #delivery: Delivery;
  readonly #commits: EventCommits;
  readonly #timers: FlushTimers;
  #closing: Promise<void> = Promise.resolve();
  readonly #sent = new SentCounter();

  constructor(options: LogPipelineOptions) {
    this.#options = options;
    this.#timers = new FlushTimers(options.clock, (tierMin) => void this.#flushTier(tierMin));
    this.#delivery = new Delivery({
      ...options,
      onDelivered: (request, response) => this.#onDelivered(request, response),
      onDropped: (request, reason, failure) => this.#onDropped(request, reason, failure),
    });
    const capacity = new LogCapacity({
      store: options.store,
      queue: this.#queue,
      delivery: this.#delivery,
      closeQueue: () => this.#close(EVENT_TIER.unspecified, true),
      onEvicted: (request) => this.#onDropped(request, 'capacity'),
    });
    this.#commits = new EventCommits({
      ...options,
      makeRoom: (events) => capacity.makeRoom(events),
      onStored: (event) => this.#enqueue(options.isOwn(event.id) ? event : { ...event, queuedAtMs: LONG_AGO_MS }),
      onNotDurable: () => {
        if (options.isInterrupted()) void this.#flushTier(EVENT_TIER.unspecified);
      },
    });
  }

  async start(): Promise<void> {
    this.#options.owner.hold();
    await this.#takeOver();
  }

  /** Resolves when every event is safe: on disk, or delivered without storage. Counts the events of `lines`. */
  async add(lines: string, lostCount = 0): Promise<Stored & { readonly storedCount: number }> {
    const handedOver = readEventLines(lines);
    const events = handedOver.events.concat(readEventLines(this.#options.takeAlong().join('\n')).events);
    this.#dropped.count('malformed', handedOver.malformedCount);
    this.#dropped.count('main', lostCount);
    const inTime = this.#withoutTooOld(events);
    const asking = this.#options.receivedOf(inTime.map(({ id }) => id));
    // What the page itself logged is not delayed by as much as a microtask: a flush may follow.
    const young = asking === null ? inTime : withoutReceived(inTime, await asking);
    const fresh = young.filter(({ id }) => !this.#known.has(id));
    for (const { id } of fresh) this.#known.add(id);
    const { durable } = await this.#commits.commit(fresh);
    if (fresh.length < young.length) await this.#commits.whenSafe(young.map(({ id }) => id));
    return { durable, storedCount: handedOver.events.length };
  }

  /** Sends everything that can be sent now. Counts since the previous flush. */
  async flush(): Promise<FlushReport> {
    await this.#commits.whenStored();
    await this.#close(EVENT_TIER.unspecified, true);
    await this.#delivery.refresh();
    const remainingEvents = this.#queue.size + (await this.#options.store.countRequestedEvents());
    return { ...this.#sent.take(), remainingEvents };
  }

  /** Stores a request that holds no events, and sends it when there is a network. */
  async keep(request: StoredRequest): Promise<void> {
    await this.#options.store.putRequest(request, true);
    this.#delivery.note(request);
  }

  /** Back online or visible again: retries parked requests, and those of dead pages. */
  revive(): void {
    void this.#takeOver();
  }

  /** The database was lost and reopened, perhaps empty. */
  async restore(): Promise<void> {
    await this.#options.store.restore(this.#queue.durableEvents().map((event) => this.#commits.toStored(event)));
    await this.#delivery.recount();
  }

  /** Into the back/forward cache: other tabs may take over. */
  suspend(): void {
    this.#options.owner.release();
    this.#delivery.setSuspended(true);
  }

  resume(): void {
    this.#options.owner.hold();
    this.#delivery.setSuspended(false);
    this.revive();
  }

  stop(): void {
    this.#timers.stop();
    this.#delivery.stop();
    this.#options.owner.release();
    this.#options.store.close();
  }

  /** Adopts events of dead pages of this identity, an earlier service of this page among them. */
  async #takeOver(): Promise<void> {
    const { store, owner, expiry } = this.#options;
    // In this order: an owner in the store was alive before, so a lock that is missing afterwards means that it died.
    const owners = await store.listEventOwners();
    const alive = await owner.liveOwners(owners);
    if (alive !== null) owner.watch(alive, () => this.revive());
    const adopted = await store.adoptEvents(owner.name, (event) => {
      if (event.owner === owner.name) return !this.#known.has(event.id);
      if (alive === null || event.owner === undefined) {
        return expiry.isOlderThan(event.timestamp, QUEUED_REQUEST_MAX_AGE_MS);
      }
      return owners.has(event.owner) && !alive.has(event.owner);
    });
    const { events, malformedCount } = readEventLines(adopted.map(({ serialized }) => serialized).join('\n'));
    this.#dropped.count('malformed', malformedCount);
    const inTime = this.#withoutTooOld(events);
    const isAsked = inTime.length >= RECEIPT_EVENTS_MIN;
    const kept = withoutReceived(inTime, isAsked ? await this.#options.receivedOf(inTime.map(({ id }) => id)) : null);
    for (const event of kept) {
      if (this.#known.has(event.id)) continue;
      this.#known.add(event.id);
      this.#enqueue({ ...event, queuedAtMs: LONG_AGO_MS, isDurable: true });
    }
    const keptIds = new Set(kept.map(({ id }) => id));
    const gone = adopted.filter(({ id }) => !keptIds.has(id));
    if (gone.length > 0) await store.deleteEvents(gone.map(({ id }) => id));
    await this.#delivery.refresh();
  }

  /** Events kept in a journal or on disk for longer than a provider remembers ids are dropped and counted. */
  #withoutTooOld(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
    const young = events.filter(({ loggedAtMs }) => !this.#options.expiry.isTooOld(loggedAtMs));
    this.#dropped.count('expired', events.length - young.length);
    return young;
  }

  #enqueue(event: QueuedEvent): void {
    this.#queue.add(event);
    countTier(this.#options.spans, event.tier);
    this.#noteQueues();
    if (this.#queue.size >= FLUSH_AT_QUEUED_EVENTS) void this.#flushTier(EVENT_TIER.unspecified);
    this.#timers.noteEvent(event.tier);
  }

  async #flushTier(tierMin: number): Promise<void> {
    await this.#commits.whenStored();
    await this.#close(tierMin, tierMin >= EVENT_TIER.fast || this.#options.isInterrupted());
    if (this.#queue.size > 0) this.#timers.noteWaiting();
  }

  #close(tierMin: number, toEmpty: boolean): Promise<void> {
    const work = async (): Promise<void> => {
      const { clock, spans, batchesPerRequestMax } = this.#options;
      const rule = { tierMin, toEmpty, nowMs: clock.monotonicNow(), batchesPerRequestMax: batchesPerRequestMax() };
      for (const taken of this.#queue.takeGroups(rule)) {
        const toValue = (): number => taken.batches.flat().length;
        await during(spans, 'close batch', () => this.#closeGroup(taken), { toValue });
      }
    };
    this.#closing = this.#closing.then(work);
    return this.#closing;
  }

  async #closeGroup(group: BatchGroup): Promise<void> {
    const { buildRequest, store } = this.#options;
    const request = await buildRequest(group, this.#dropped.take());
    await store.putRequest(
      request,
      group.batches.flat().every(({ isDurable }) => isDurable),
    );
    this.#queue.letGo(group);
    this.#delivery.note(request);
    this.#noteQueues();
  }

  #noteQueues(): void {
    const { spans } = this.#options;
    spans.gauges.queuedEvents = this.#queue.size;
    spans.gauges.queuedRequests = this.#delivery.waitingCount;
  }

  #onDelivered(request: StoredRequest, response: TransportResponse | null): void {
    this.#commits.settle(request.eventIds);
    if (response === null) {
      // Its events came by beacon, which says nothing of losses.
      if (request.sendCount === 0) this.#dropped.restore(request.dropped);
      return;
    }
    this.#sent.add(request);
    this.#noteQueues();
    this.#options.onAnswer(response);
  }

  #onDropped(request: StoredRequest, reason: DropReason, failure?: Failure): void {
    this.#dropped.count(reason, request.eventIds.length);
    this.#dropped.restore(request.dropped);
    this.#commits.settle(request.eventIds);
    this.#noteQueues();
    this.#options.onDropped(request, reason, failure);
  }
}
