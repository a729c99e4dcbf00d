import { delay, type Clock, type Random } from '../../../protocol/runtime/clock.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import type { DropReason } from '../../../protocol/events/dropped-events.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { CatalogueEntry } from '../storage/log-store.ts';
import type { FailoverLogStore } from '../storage/failover-log-store.ts';
import type { Expiry } from '../storage/expiry.ts';
import type { OwnerLock } from './owner-lock.ts';
import { isRefusal, judge } from './retry-policy.ts';
import type { LockedWork } from './sender-lock.ts';
import type { RequestRemainder } from './request-remainder.ts';
import type { TransportResponse } from './transport.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { WaitingList } from './waiting-list.ts';
import { MINIMUM_SEND_GAP_MS } from '../../../protocol/constants.ts';

/** A tab that finds another tab sending waits this long at least before it retries (S10). */
export const SENDER_LOCK_RETRY_MS = 700;

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: FailoverLogStore;
  readonly owner: OwnerLock;
  readonly expiry: Expiry;
  readonly whenAlone: LockedWork;
  readonly isOnline: () => boolean;
  readonly requests: RequestSender;
  readonly remainder: Pick<RequestRemainder, 'remainderOf'>;
}

/** Sends a stored request to the provider. */
export interface RequestSender {
  send(request: StoredRequest): Promise<Outcome<TransportResponse>>;
}

/** Receives the results of requests. */
export interface DeliveryObserver {
  /** `response` is `null` if a dead page has sent the request and received no response. */
  delivered(request: StoredRequest, response: TransportResponse | null): void;
  /** Called before a request is dropped that the provider has refused. */
  refused(): void;
  /** A request that will not be sent again (S6, S7). */
  dropped(request: StoredRequest, reason: DropReason, failure?: Failure): void;
}

/**
 * Drains the store: lease, send, settle. Never delete before sending: the page can vanish in between, and the provider
 * can discard a duplicate, but a lost event cannot be restored.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  #observer: DeliveryObserver | null = null;
  readonly #waiting = new WaitingList();
  #isDraining = false;
  #drained: Promise<void> = Promise.resolve();
  #cancelWake: (() => void) | null = null;
  #stopped = new AbortController();
  #suspended = false;
  #underWay: string | null = null;
  #lastSendMs = Number.NEGATIVE_INFINITY;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  observe(observer: DeliveryObserver): void {
    this.#observer = observer;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get waitingBytes(): number {
    return this.#waiting.sizeBytes;
  }

  /** Id of the first request to drop when there is no room: the oldest of the lowest tier. */
  leastImportant(): string | null {
    return this.#waiting.leastImportant(this.#underWay);
  }

  /** Call it when this page has stored a request. */
  note(entry: CatalogueEntry): void {
    this.#waiting.add(entry);
    void this.run();
  }

  /** Forgets a request that was dropped to make room. */
  forget(id: string): void {
    this.#waiting.remove(id);
  }

  /** Lists the store again and sends: at the start, when the provider may have recovered, and after another tab was sending. */
  async refresh(): Promise<void> {
    this.#waiting.revive();
    await this.recount();
    await this.run();
  }

  /** Lists the store again, because other tabs store requests, too. */
  async recount(): Promise<void> {
    const listing = this.#waiting.beginListing();
    this.#waiting.replaceAll(await this.#options.store.listRequests(), listing);
  }

  /** Sends all requests that are due; resolves when nothing more can be sent now. */
  run(): Promise<void> {
    if (!this.#isDraining) {
      this.#isDraining = true;
      this.#drained = this.#drain();
    }
    return this.#drained;
  }

  setSuspended(suspended: boolean): void {
    this.#suspended = suspended;
    if (!suspended) void this.run();
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelWake?.();
  }

  async #drain(): Promise<void> {
    try {
      while (this.#mayRun()) {
        const nowMs = this.#options.clock.monotonicNow();
        const id = this.#waiting.next(nowMs);
        if (id === null) return this.#wakeWhenDue(nowMs);
        await this.#sendNext(id);
      }
    } finally {
      // Set in the same turn as the last read of the list; otherwise a call in between would start no run.
      this.#isDraining = false;
    }
  }

  async #sendNext(id: string): Promise<void> {
    const { clock, random, whenAlone } = this.#options;
    await this.#keepGap();
    if (!this.#mayRun()) return;
    const sent = await whenAlone(() => this.#deliver(id));
    if (sent !== 'busy') return;
    await delay(clock, SENDER_LOCK_RETRY_MS * (1 + random.fraction()), this.#stopped.signal);
  }

  /** A pause between two sends of any caller (S6). */
  async #keepGap(): Promise<void> {
    const { clock } = this.#options;
    const leftMs = this.#lastSendMs + MINIMUM_SEND_GAP_MS - clock.monotonicNow();
    if (leftMs > 0) await delay(clock, leftMs, this.#stopped.signal);
  }

  #mayRun(): boolean {
    return !this.#stopped.signal.aborted && !this.#suspended && this.#options.isOnline();
  }

  /** Relative to the time of the last read of the list: a later time would miss requests that have become due since. */
  #wakeWhenDue(nowMs: number): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    const dueMs = this.#waiting.nextDueMs(nowMs);
    if (dueMs !== null) this.#cancelWake = this.#options.clock.after(dueMs - nowMs, () => void this.run());
  }

  async #deliver(id: string): Promise<void> {
    const { store, owner, clock, expiry } = this.#options;
    const alive = await owner.liveOwners();
    const taken = await store.takeRequest(id, owner.name, clock.now(), (row) => expiry.isAbandoned(row, alive));
    if (!taken.ok || taken.value === null) return this.#leave(id);
    this.#underWay = id;
    try {
      return await this.#settle(taken.value);
    } finally {
      this.#underWay = null;
    }
  }

  async #settle(row: StoredRequest): Promise<void> {
    const { expiry, requests, remainder } = this.#options;
    // The request was picked before and abandoned, so it may have been sent.
    if (row.skipRetry === true && row.sendCount > 0) return this.#drop(row, 'skip-retry');
    if (expiry.isExpired(row)) return this.#drop(row, 'expired');
    const remaining = this.#mayHaveArrived(row) ? await remainder.remainderOf(row) : row;
    if (remaining === null) return this.#succeed(row, null);
    const response = await requests.send(remaining);
    this.#lastSendMs = this.#options.clock.monotonicNow();
    return response.ok ? this.#succeed(row, response.value) : this.#fail(row, response);
  }

  async #succeed(row: StoredRequest, response: TransportResponse | null): Promise<void> {
    await this.#options.store.deleteRequest(row);
    this.#waiting.succeeded(row.id);
    this.#observer?.delivered(row, response);
  }

  /**
   * Whether a request may have arrived: its page died while it was sending, or before main knew that the events were stored
   * and sent them by beacon. Requests that waited out an outage are not checked: each check would cost two round trips.
   */
  #mayHaveArrived({ id, sendCount, offline }: StoredRequest): boolean {
    if (this.#waiting.attemptsOf(id) > 0) return false;
    return this.#waiting.statusOf(id) === 'QUEUED' || (sendCount === 0 && !offline);
  }

  async #fail(row: StoredRequest, failure: Failure): Promise<void> {
    const { store, clock, random } = this.#options;
    if (row.skipRetry === true) return this.#drop(row, 'skip-retry');
    const attempts = this.#waiting.attemptsOf(row.id) + 1;
    const refusals = (row.refusedCount ?? 0) + (isRefusal(failure) ? 1 : 0);
    const verdict = judge(failure, { attempts, refusals, probes: this.#waiting.probesWith(row.id) }, random);
    if (verdict.kind === 'reject') {
      this.#observer?.refused();
      return this.#drop(row, verdict.reason, failure);
    }
    await store.returnRequest(row.id, refusals === 0 ? undefined : refusals);
    this.#waiting.failed(row.id, verdict, clock.monotonicNow());
  }

  async #drop(row: StoredRequest, reason: DropReason, failure?: Failure): Promise<void> {
    await this.#options.store.deleteRequest(row);
    this.#waiting.remove(row.id);
    this.#observer?.dropped(row, reason, failure);
  }

  /** Removes a request that is no longer stored. A request that another tab is sending is checked again later. */
  async #leave(id: string): Promise<void> {
    const found = await this.#options.store.readRequest(id);
    if (found.ok && found.value === null) this.#waiting.remove(id);
    else this.#waiting.yieldTo(id, this.#options.clock.monotonicNow());
  }
}
