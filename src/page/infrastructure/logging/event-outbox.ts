import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { EVENT_TIER, type EventTier } from '../../../../protocol/events/event-tier.ts';
import type { SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import type { EventReceiver } from './line-batch-channel.ts';
import { BatchMirror, type LineBatch, type Supervisor } from './batch-mirror.ts';
import type { EventJournal } from './event-journal.ts';
import { PendingLines } from './pending-lines.ts';

/** Interval of posts of ordinary events, the first after a pause at once; posts with each frame would cost up to 2.5 times as much. */
export const POST_INTERVAL_MS = 250;
/** Number of waiting events that are posted at once. */
export const POST_MAX_EVENTS = 64;
/** Delay of events in the fast tier, about a frame; by a timer, because `requestAnimationFrame` makes the browser draw a frame. */
export const FAST_POST_DELAY_MS = 16;
/** Delay after which a sweep removes released entries from the journal, if no events are waiting. */
export const JOURNAL_SWEEP_DELAY_MS = 1_000;

export interface EventOutboxOptions {
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly journal: EventJournal;
  /** Runs work as soon as the present call stack is empty. */
  readonly afterTask: (work: () => void) => void;
}

/**
 * Holds every event from the moment it is logged until the service has acknowledged it. Events are posted in batches of one call and
 * one string, which cost as much for one event as for fifty. A single event is posted when its task ends; events that follow closely
 * are posted together, {@link POST_INTERVAL_MS} later at the latest. Until then they are in the journal: the first event after a pause
 * at the end of its task, further events shortly after they were logged.
 */
export class EventOutbox {
  readonly #options: EventOutboxOptions;
  readonly #mirror: BatchMirror;
  readonly #pending: PendingLines;
  #cancelTimer: (() => void) | null = null;
  #timerIsFast = false;
  #leavesAfterTask = false;
  #postedAtMs = Number.NEGATIVE_INFINITY;
  #cancelSweep: (() => void) | null = null;

  constructor(options: EventOutboxOptions) {
    this.#options = options;
    this.#pending = new PendingLines(options);
    this.#mirror = new BatchMirror(options.clock);
  }

  /** Whether events wait for an acknowledgement. */
  get isWaiting(): boolean {
    return !this.#mirror.isEmpty;
  }

  /** Journal of the events that are logged from now on. */
  get journal(): EventJournal {
    return this.#pending.journal;
  }

  superviseBy(supervisor: Supervisor): void {
    this.#mirror.superviseBy(supervisor);
  }

  /** Adds the text of an event. */
  add(line: string, tier: EventTier): void {
    const count = this.#pending.add(line, tier);
    if (tier >= EVENT_TIER.immediate || count >= POST_MAX_EVENTS) return this.post();
    if (count === 1 || tier >= EVENT_TIER.fast) this.#schedule(tier >= EVENT_TIER.fast);
    if (this.#cancelTimer !== null) this.#pending.journalSoon();
  }

  /** Adds a batch that another page has made. */
  addBatch(batch: LineBatch): void {
    this.#mirror.add(batch);
  }

  /** Makes a batch of all pending lines, writes it to the journal and the mirror, and posts it. */
  post(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#pending.count === 0) return;
    this.#postedAtMs = this.#options.clock.monotonicNow();
    const batch = this.#pending.take();
    const forget = (): void => {
      batch.forget();
      if (batch.isJournalled) this.#cancelSweep ??= this.#sweepLater();
    };
    this.#mirror.add({ ...batch, forget });
  }

  /** Sends batches to this service, including batches that an earlier service did not acknowledge, under the same ids. */
  open(receiver: EventReceiver): void {
    this.#mirror.open(receiver);
  }

  /** Stops sending: batches stay in the mirror from now on. */
  close(): void {
    this.#mirror.close();
    this.#cancelSweep?.();
    this.#cancelSweep = null;
    this.#pending.sweepJournal();
  }

  /** Every event without an acknowledgement, oldest first. */
  unacknowledged(): readonly string[] {
    return this.#mirror.lines().concat(this.#pending.texts());
  }

  /** Changes the journal of events that are logged from now on. */
  setJournal(journal: EventJournal): void {
    this.post();
    this.#pending.setJournal(journal);
  }

  #schedule(fast: boolean): void {
    if (this.#leavesAfterTask) return;
    const { clock, afterTask } = this.#options;
    const restMs = POST_INTERVAL_MS - (clock.monotonicNow() - this.#postedAtMs);
    if (restMs <= 0) {
      this.#leavesAfterTask = true;
      return afterTask(() => {
        this.#leavesAfterTask = false;
        this.post();
      });
    }
    if (this.#cancelTimer !== null) {
      if (!fast || this.#timerIsFast) return;
      this.#cancelTimer();
    }
    this.#timerIsFast = fast;
    const delayMs = fast ? Math.min(restMs, FAST_POST_DELAY_MS) : restMs;
    this.#cancelTimer = clock.after(delayMs, () => this.post());
  }

  /** Sweeps the journal once no events wait; until then released entries are overwritten. */
  #sweepLater(): () => void {
    return this.#options.clock.after(JOURNAL_SWEEP_DELAY_MS, () => {
      const isQuiet = this.#mirror.isEmpty && this.#pending.count === 0;
      this.#cancelSweep = isQuiet ? null : this.#sweepLater();
      if (isQuiet) this.#pending.sweepJournal();
    });
  }
}
