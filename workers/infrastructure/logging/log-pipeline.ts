import { endpointOfEvent, skipsRetry } from '../../../protocol/events/event-delivery.ts';
import { WireEvent } from '../../../protocol/events/events.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import type { DropReason } from '../../../protocol/events/dropped-events.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { FlushReport } from '../../../protocol/infrastructure/rpc.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { Delivery, DeliveryObserver } from '../transport/delivery.ts';
import type { Expiry } from '../storage/expiry.ts';
import { RECEIPT_EVENTS_MIN, withoutReceived, type Receipts } from '../transport/receipts.ts';
import type { ResponseContexts } from '../transport/response-contexts.ts';
import type { TransportResponse } from '../transport/transport.ts';
import { DroppedCounter } from './dropped-events.ts';
import type { LoggedEvent } from './event-queue.ts';
import { EventBatcher, type EventBatcherOptions } from './event-batcher.ts';
import { EventCommits, LONG_AGO_MS, type EventCommitsOptions, type Stored } from './event-commits.ts';
import { KnownEvents } from './known-events.ts';
import { LogCapacity } from './log-capacity.ts';
import type { WorkerEvents } from './worker-events.ts';
import { QUEUED_REQUEST_MAX_AGE_MS } from '../../../protocol/constants.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

type Sent = Omit<FlushReport, 'remainingEvents'>;

/** Counts deliveries since the previous flush. */
class SentCounter {
  #sent: Sent = { sentEvents: 0, sentBytes: 0 };

  add({ eventIds, sizeBytes }: StoredRequest): void {
    const { sentEvents, sentBytes } = this.#sent;
    this.#sent = { sentEvents: sentEvents + eventIds.length, sentBytes: sentBytes + sizeBytes };
  }

  take(): Sent {
    const sent = this.#sent;
    this.#sent = { sentEvents: 0, sentBytes: 0 };
    return sent;
  }
}

export interface LogPipelineOptions
  extends Omit<EventBatcherOptions, 'dropped'>, Omit<EventCommitsOptions, 'capacity' | 'batcher'> {
  readonly store: FailoverLogStore;
  readonly expiry: Expiry;
  readonly delivery: Delivery;
  readonly receipts: Pick<Receipts, 'receivedOf' | 'isOwn'>;
  /** Events of the service itself; some of them are sent only along with other events. */
  readonly events: Pick<WorkerEvents, 'takeAlong'>;
  readonly responses: Pick<ResponseContexts, 'applyLogResponse'>;
  readonly problems: Pick<ProblemReporter, 'requestDropped'>;
}

/** The path of an event from main to the provider, for one identity: stored, then batched, then sent. */
export class LogPipeline implements DeliveryObserver {
  readonly #options: LogPipelineOptions;
  readonly #known = new KnownEvents();
  readonly #dropped = new DroppedCounter();
  readonly #sent = new SentCounter();
  readonly #commits: EventCommits;
  readonly #batcher: EventBatcher;
  readonly #delivery: Delivery;

  constructor(options: LogPipelineOptions) {
    const { store, delivery } = options;
    this.#options = options;
    this.#delivery = delivery;
    this.#batcher = new EventBatcher({ ...options, dropped: this.#dropped });
    const capacity = new LogCapacity({ store, delivery, batcher: this.#batcher, observer: this });
    this.#commits = new EventCommits({ ...options, capacity, batcher: this.#batcher });
    delivery.observe(this);
  }

  async start(): Promise<void> {
    this.#options.owner.hold();
    await this.#takeOver();
  }

  /** Resolves when every event is safe: on disk, or delivered without storage. Counts the events of `lines`. */
  async add(lines: string, lostCount = 0): Promise<Stored & { readonly handedOverCount: number }> {
    const handedOver = readEventLines(lines);
    const events = handedOver.events.concat(readEventLines(this.#options.events.takeAlong().join('\n')).events);
    this.#dropped.count('malformed', handedOver.malformedCount);
    this.#dropped.count('main', lostCount);
    const inTime = this.#withoutTooOld(events);
    const asking = this.#options.receipts.receivedOf(inTime.map(({ id }) => id));
    // Events of the page itself are not delayed by as much as a microtask: a flush may follow.
    const young = asking === null ? inTime : withoutReceived(inTime, await asking);
    const fresh = young.filter(({ id }) => !this.#known.has(id));
    for (const { id } of fresh) this.#known.add(id);
    const { durable } = await this.#commits.commit(fresh);
    if (fresh.length < young.length) await this.#commits.whenSafe(young.map(({ id }) => id));
    return { durable, handedOverCount: handedOver.events.length };
  }

  /** Sends everything that can be sent now. Counts since the previous flush. */
  async flush(): Promise<FlushReport> {
    await this.#batcher.flushAll();
    await this.#delivery.refresh();
    const remainingEvents = this.#batcher.size + (await this.#options.store.countRequestedEvents());
    return { ...this.#sent.take(), remainingEvents };
  }

  /** Sends queued events before the page ends. Parked requests are not sent earlier. */
  async leave(): Promise<void> {
    await this.#batcher.flushAll();
    await this.#delivery.run();
  }

  /** Stores a request that holds no events, and sends it when there is a network. */
  async keep(request: StoredRequest): Promise<void> {
    await this.#options.store.putRequest(request, true);
    this.#delivery.note(request);
  }

  /** Call it when the page is back online or visible: retries parked requests, and requests of dead pages. */
  revive(): void {
    void this.#takeOver();
  }

  /** Restores stored events after the database was lost and reopened, perhaps empty. */
  async restore(): Promise<void> {
    await this.#options.store.restore(this.#batcher.durableEvents().map((event) => this.#commits.toStored(event)));
    await this.#delivery.recount();
  }

  /** Call it when the page enters the back/forward cache: other tabs may take over its events. */
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
    this.#batcher.stop();
    this.#delivery.stop();
    this.#options.owner.release();
    this.#options.store.close();
  }

  delivered(request: StoredRequest, response: TransportResponse | null): void {
    this.#commits.settle(request.eventIds);
    if (response === null) {
      // The events of this request arrived by beacon, and a beacon carries no counts of losses.
      if (request.sendCount === 0) this.#dropped.restore(request.dropped);
      return;
    }
    this.#sent.add(request);
    this.#batcher.noteGauges();
    this.#options.responses.applyLogResponse(response);
  }

  refused(): void {
    this.#commits.acknowledgeNow();
  }

  dropped(request: StoredRequest, reason: DropReason, failure?: Failure): void {
    this.#dropped.count(reason, request.eventIds.length);
    this.#dropped.restore(request.dropped);
    this.#commits.settle(request.eventIds);
    this.#batcher.noteGauges();
    this.#options.problems.requestDropped(request, reason, failure);
  }

  /** Adopts events of dead pages of this identity, and of an earlier service of this page. */
  async #takeOver(): Promise<void> {
    const { store, owner, expiry } = this.#options;
    // The order matters: an owner in the store was alive before, so a lock that is missing afterwards means that it died.
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
    const kept = withoutReceived(
      inTime,
      isAsked ? await this.#options.receipts.receivedOf(inTime.map(({ id }) => id)) : null,
    );
    for (const event of kept) {
      if (this.#known.has(event.id)) continue;
      this.#known.add(event.id);
      this.#batcher.enqueue({ ...event, queuedAtMs: LONG_AGO_MS, isDurable: true });
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
}

/**
 * Reads the lines of a batch. Main made them, but some come from local storage, which any script of the origin can
 * write to. A line that is not an event would make the provider refuse the whole request, so it is skipped and counted.
 */
export function readEventLines(lines: string): { readonly events: LoggedEvent[]; readonly malformedCount: number } {
  const texts = lines.split('\n').filter((line) => line !== '');
  const events = texts.map(readEventLine).filter((event) => event !== null);
  return { events, malformedCount: texts.length - events.length };
}

function readEventLine(text: string): LoggedEvent | null {
  const parsed = WireEvent.safeParse(unlessThrown<unknown>(() => JSON.parse(text)));
  if (!parsed.success) return null;
  const { clientEventId, eventTimeMs, tier, name } = parsed.data;
  return {
    id: clientEventId,
    endpoint: endpointOfEvent(name),
    skipRetry: skipsRetry(name),
    tier,
    loggedAtMs: eventTimeMs,
    text,
  };
}
