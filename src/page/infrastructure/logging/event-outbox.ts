import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { EVENT_TIER, type EventTier } from '../../../../protocol/infrastructure/event-tiers.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { EventJournal } from './event-journal.ts';
import { journalledBatch, type LineBatch } from './line-batch.ts';
import { RETRY_DELAY_MS } from '../../../../protocol/constants.ts';

/**
 * Main posts ordinary events this often, the first after a pause at once; with each frame it would cost up to
 * 2.5 times as much. It is also the window of loss at a crash, because the journal is written with each post …
 */
export const POST_INTERVAL_MS = 250;
/** … or as soon as this many wait. */
export const POST_MAX_EVENTS = 64;
/** … and the fast tier about a frame later; a timer, because an animation frame costs a frame. */
export const FAST_POST_DELAY_MS = 16;
/** What main keeps of events without an acknowledgement; past it the oldest go, counted. As much as the worker's store. */
export const MIRROR_MAX_CHARACTERS = 5_242_880;
/** What is safe elsewhere leaves the journal once all has been quiet for so long. */
export const JOURNAL_SWEEP_DELAY_MS = 1_000;

export interface EventOutboxOptions {
  readonly clock: Clock;
  readonly journal: EventJournal;
  /** Runs as soon as the present call stack is empty. */
  readonly afterTask: (work: () => void) => void;
  /** Gives events to the service; succeeds when they are safe. `lostCount` are events main had to give up. */
  readonly deliver: (lines: string, lostCount: number) => Promise<Outcome<unknown>>;
  /** The mirror has become empty, or is empty no more. */
  readonly onWaiting: (waiting: boolean) => void;
  readonly onAcknowledged: () => void;
}

/**
 * The mirror of main: every event from the moment it is logged until the service has acknowledged it. Events leave in
 * batches, one journal entry, one call and one string each, because each of these costs as much for one event as for
 * fifty. An event that comes alone leaves with the end of its own task; those that follow it closely leave together,
 * {@link POST_INTERVAL_MS} after it at the latest. That is what a crash of the renderer can take.
 */
export class EventOutbox {
  readonly #options: EventOutboxOptions;
  /** The mirror: what was posted and is not acknowledged, oldest first. */
  readonly #batches = new Set<LineBatch>();
  readonly #underWay = new Set<LineBatch>();
  readonly #cancelRetries = new Set<() => void>();
  /** Logged and not posted. */
  #lines: string[] = [];
  #journal: EventJournal;
  #onEmpty = (): void => {};
  #cancelTimer: (() => void) | null = null;
  #timerIsFast = false;
  #leavesAfterTask = false;
  #postedAtMs = Number.NEGATIVE_INFINITY;
  #cancelSweep: (() => void) | null = null;
  #keptCharacters = 0;
  #lostCount = 0;
  #open = false;
  /** How often a service has come; responses of an earlier one may still arrive. */
  #opening = 0;

  constructor(options: EventOutboxOptions) {
    this.#options = options;
    this.#journal = options.journal;
  }

  /** Takes the text of an event. */
  add(line: string, tier: EventTier): void {
    const count = this.#lines.push(line);
    if (tier >= EVENT_TIER.immediate || count >= POST_MAX_EVENTS) return this.post();
    if (count === 1 || tier >= EVENT_TIER.fast) this.#schedule(tier >= EVENT_TIER.fast);
  }

  /** Takes a batch that exists already. */
  addBatch(batch: LineBatch): void {
    if (this.#batches.size === 0) this.#options.onWaiting(true);
    this.#batches.add(batch);
    this.#keptCharacters += batch.text.length;
    this.#makeRoom();
    this.#send(batch);
  }

  /** What was logged so far becomes a batch: into the journal, into the mirror, on its way. */
  post(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#lines.length === 0) return;
    const batch = journalledBatch(this.#lines, this.#journal);
    this.#lines = [];
    this.#postedAtMs = this.#options.clock.monotonicNow();
    this.addBatch(batch);
  }

  /** The service can take batches; those that an earlier one did not acknowledge go again, under the same ids. */
  open(): void {
    this.#open = true;
    this.#opening += 1;
    this.#underWay.clear();
    for (const batch of this.#batches) this.#send(batch);
  }

  /** Batches stay from now on. */
  close(): void {
    this.#open = false;
    for (const cancel of this.#cancelRetries) cancel();
    this.#cancelRetries.clear();
    this.#cancelSweep?.();
    this.#cancelSweep = null;
    this.#journal.sweep();
  }

  /** Every event without an acknowledgement, oldest first. */
  unacknowledged(): readonly string[] {
    return [...this.#batches].flatMap(({ text }) => text.split('\n')).concat(this.#lines);
  }

  /** Resolves with true when nothing waits for an acknowledgement, with false when something still does by then. */
  whenEmpty(timeoutMs: number): Promise<boolean> {
    if (this.#batches.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(timeoutMs, () => resolve(false));
      this.#onEmpty = () => {
        cancel();
        resolve(true);
      };
    });
  }

  /** For what is logged from now on. */
  setJournal(journal: EventJournal): void {
    this.post();
    this.#journal.retire();
    this.#journal = journal;
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

  #makeRoom(): void {
    for (const batch of this.#batches) {
      if (this.#keptCharacters <= MIRROR_MAX_CHARACTERS) return;
      this.#lostCount += batch.eventCount;
      this.#forget(batch);
    }
  }

  #send(batch: LineBatch): void {
    if (!this.#open || this.#underWay.has(batch) || !this.#batches.has(batch)) return;
    const lostCount = this.#lostCount;
    this.#lostCount = 0;
    this.#underWay.add(batch);
    const opening = this.#opening;
    void this.#options.deliver(batch.text, lostCount).then((outcome) => {
      if (outcome.ok) {
        this.#options.onAcknowledged();
        return this.#forget(batch);
      }
      this.#lostCount += lostCount;
      // With the next service it is under way again already.
      if (opening === this.#opening) this.#sendLater(batch);
    });
  }

  #sendLater(batch: LineBatch): void {
    this.#underWay.delete(batch);
    if (!this.#open) return;
    const cancel = this.#options.clock.after(RETRY_DELAY_MS, () => {
      this.#cancelRetries.delete(cancel);
      this.#send(batch);
    });
    this.#cancelRetries.add(cancel);
  }

  #forget(batch: LineBatch): void {
    this.#underWay.delete(batch);
    if (!this.#batches.delete(batch)) return;
    this.#keptCharacters -= batch.text.length;
    batch.forget();
    if (batch.isJournalled) this.#cancelSweep ??= this.#sweepLater();
    if (this.#batches.size > 0) return;
    this.#options.onWaiting(false);
    this.#onEmpty();
  }

  /** Once all is quiet, for while there is more to write what nobody needs is overwritten. */
  #sweepLater(): () => void {
    return this.#options.clock.after(JOURNAL_SWEEP_DELAY_MS, () => {
      const isQuiet = this.#batches.size === 0 && this.#lines.length === 0;
      this.#cancelSweep = isQuiet ? null : this.#sweepLater();
      if (isQuiet) this.#journal.sweep();
    });
  }
}
