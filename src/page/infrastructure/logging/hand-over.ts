import type { Clock } from '../../../../protocol/clock.ts';
import { LOGGING, STORAGE } from '../../../../protocol/constants.ts';
import { EVENT_TIER, type EventTier } from '../../../../protocol/event-tiers.ts';
import type { Outcome } from '../../../../protocol/outcome.ts';
import type { EventJournal } from './event-journal.ts';
import { ParcelDraft, type Parcel } from './parcel.ts';
import { secureDrafts } from './secure-drafts.ts';

export interface HandOverOptions {
  readonly clock: Clock;
  readonly journal: EventJournal;
  /** Runs when the present task ends. */
  readonly afterTask: (work: () => void) => void;
  /** Gives events to the service; succeeds when they are safe. `lostCount` are events main had to give up. */
  readonly deliver: (lines: string, lostCount: number) => Promise<Outcome<unknown>>;
  /** The mirror has become empty, or is empty no more. */
  readonly onWaiting: (waiting: boolean) => void;
}

/**
 * The mirror of main: every event from the moment it is logged until the service has acknowledged it. Events leave in
 * parcels, one call and one string each, because a call for every event costs ten times as much (design.md 3).
 */
export class HandOver {
  readonly #options: HandOverOptions;
  /** The mirror: what was handed over and is not acknowledged, oldest first. */
  readonly #parcels = new Set<Parcel>();
  readonly #underWay = new Set<Parcel>();
  readonly #cancelRetries = new Set<() => void>();
  #draft = new ParcelDraft();
  /** Left in this task, with events that are not in the journal yet. */
  #unsecured: ParcelDraft[] = [];
  #journal: EventJournal;
  #onEmpty = (): void => {};
  #cancelTimer: (() => void) | null = null;
  #timerIsFast = false;
  #securing = false;
  #cancelSweep: (() => void) | null = null;
  #keptCharacters = 0;
  #lostCount = 0;
  #open = false;
  /** How often a service has come; answers of an earlier one may still arrive. */
  #opening = 0;

  constructor(options: HandOverOptions) {
    this.#options = options;
    this.#journal = options.journal;
  }

  /** Takes the text of an event. */
  add(line: string, tier: EventTier): void {
    const draft = this.#draft;
    draft.add(line);
    if (tier >= EVENT_TIER.immediate || draft.eventCount >= LOGGING.handOverMaxEvents) return this.handOver();
    this.#secureAfterTask();
    this.#arm(tier >= EVENT_TIER.fast);
  }

  /** Takes events in that are a parcel already. */
  addParcel(parcel: Parcel): void {
    if (this.#parcels.size === 0) this.#options.onWaiting(true);
    this.#parcels.add(parcel);
    this.#keptCharacters += parcel.text.length;
    this.#makeRoom();
    this.#send(parcel);
  }

  /** What was logged so far becomes a parcel: into the journal, into the mirror, on its way. */
  handOver(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const draft = this.#draft;
    if (draft.eventCount === 0) return;
    this.#draft = new ParcelDraft();
    this.#unsecured.push(draft);
    // In a burst each parcel is an entry; together they may be more than the journal has room for.
    if (draft.isUnsecured) this.secure();
    else this.#secureAfterTask();
    this.addParcel(draft.close());
  }

  /**
   * Takes everything to the journal. It happens when a task ends, so a crash takes at most what the task that crashed had
   * logged.
   */
  secure(): void {
    secureDrafts([...this.#unsecured, this.#draft], this.#journal);
    this.#unsecured = [];
  }

  /** The service can take parcels; those that an earlier one did not acknowledge go again, under the same ids. */
  open(): void {
    this.#open = true;
    this.#opening += 1;
    this.#underWay.clear();
    for (const parcel of this.#parcels) this.#send(parcel);
  }

  /** Parcels stay from now on. */
  close(): void {
    this.#open = false;
    for (const cancel of this.#cancelRetries) cancel();
    this.#cancelRetries.clear();
    this.#cancelSweep?.();
    this.#journal.sweep();
  }

  /** Every event without an acknowledgement, oldest first. */
  unacknowledged(): readonly string[] {
    return [...this.#parcels].flatMap(({ text }) => text.split('\n')).concat(this.#draft.lines);
  }

  /** Resolves with true when nothing waits for an acknowledgement, with false when something still does by then. */
  whenEmpty(timeoutMs: number): Promise<boolean> {
    if (this.#parcels.size === 0) return Promise.resolve(true);
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
    this.secure();
    this.#journal.retire();
    this.#journal = journal;
  }

  #secureAfterTask(): void {
    if (this.#securing || !this.#journal.isOn) return;
    this.#securing = true;
    this.#options.afterTask(() => {
      this.#securing = false;
      this.secure();
    });
  }

  #arm(fast: boolean): void {
    if (this.#cancelTimer !== null) {
      if (!fast || this.#timerIsFast) return;
      this.#cancelTimer();
    }
    this.#timerIsFast = fast;
    const delayMs = fast ? LOGGING.fastHandOverDelayMs : LOGGING.handOverIntervalMs;
    this.#cancelTimer = this.#options.clock.after(delayMs, () => this.handOver());
  }

  #makeRoom(): void {
    for (const parcel of this.#parcels) {
      if (this.#keptCharacters <= LOGGING.mirrorMaxCharacters) return;
      this.#lostCount += parcel.eventCount;
      this.#forget(parcel);
    }
  }

  #send(parcel: Parcel): void {
    if (!this.#open || this.#underWay.has(parcel) || !this.#parcels.has(parcel)) return;
    const lostCount = this.#lostCount;
    this.#lostCount = 0;
    this.#underWay.add(parcel);
    const opening = this.#opening;
    void this.#options.deliver(parcel.text, lostCount).then((outcome) => {
      if (outcome.ok) return this.#forget(parcel);
      this.#lostCount += lostCount;
      // With the next service it is under way again already.
      if (opening === this.#opening) this.#sendLater(parcel);
    });
  }

  #sendLater(parcel: Parcel): void {
    this.#underWay.delete(parcel);
    if (!this.#open) return;
    const cancel = this.#options.clock.after(STORAGE.retryDelayMs, () => {
      this.#cancelRetries.delete(cancel);
      this.#send(parcel);
    });
    this.#cancelRetries.add(cancel);
  }

  #forget(parcel: Parcel): void {
    this.#underWay.delete(parcel);
    if (!this.#parcels.delete(parcel)) return;
    this.#keptCharacters -= parcel.text.length;
    parcel.forget();
    if (this.#parcels.size > 0) return;
    this.#cancelSweep ??= this.#sweepLater();
    this.#options.onWaiting(false);
    this.#onEmpty();
  }
  /** Once all is quiet, for while there is more to write what nobody needs is overwritten. */
  #sweepLater(): () => void {
    return this.#options.clock.after(STORAGE.journalSweepDelayMs, () => {
      const isQuiet = this.#parcels.size === 0 && this.#draft.eventCount === 0;
      this.#cancelSweep = isQuiet ? null : this.#sweepLater();
      if (isQuiet) this.#journal.sweep();
    });
  }
}
