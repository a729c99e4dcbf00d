import type { Clock } from '../../../../protocol/clock.ts';
import { LOGGING, STORAGE } from '../../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../../protocol/event-tiers.ts';
import type { Outcome } from '../../../../protocol/outcome.ts';
import type { EventJournal } from './event-journal.ts';
import type { EventLine } from './event-line.ts';

export interface HandOverOptions {
  readonly clock: Clock;
  readonly journal: EventJournal;
  /** Gives events to the service; succeeds when they are durable. `lostCount` are events main had to give up. */
  readonly deliver: (lines: string, lostCount: number) => Promise<Outcome<unknown>>;
  /** The mirror has become empty, or is empty no more. */
  readonly onWaiting: (waiting: boolean) => void;
}

interface Parcel {
  readonly lines: readonly string[];
  readonly text: string;
  /** Keys of journal entries it was recovered from. */
  readonly recoveredFrom: string | null;
  underWay: boolean;
}

/**
 * The mirror of main: every event from the moment it is logged until the service has acknowledged it. Events leave in
 * parcels, one call and one string each, because a call for every event costs ten times as much (design.md 3).
 */
export class HandOver {
  readonly #options: HandOverOptions;
  readonly #parcels = new Map<number, Parcel>();
  #pending: string[] = [];
  #cancelTimer: (() => void) | null = null;
  #timerIsFast = false;
  #nextNumber = 0;
  #keptCharacters = 0;
  #lostCount = 0;
  #open = false;
  readonly #cancelRetries = new Set<() => void>();

  constructor(options: HandOverOptions) {
    this.#options = options;
  }

  add({ text, tier }: EventLine): void {
    this.#pending.push(text);
    if (tier >= EVENT_TIER.immediate || this.#pending.length >= LOGGING.handOverMaxEvents) return this.handOver();
    this.#arm(tier >= EVENT_TIER.fast);
  }

  /** Events of a page that ended before they were acknowledged. */
  addRecovered(journalKey: string, text: string): void {
    this.#keep({ lines: text.split('\n'), text, recoveredFrom: journalKey, underWay: false });
  }

  /** What was logged so far becomes a parcel: into the mirror, into the journal, on its way. */
  handOver(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#pending.length === 0) return;
    const lines = this.#pending;
    this.#pending = [];
    this.#keep({ lines, text: lines.join('\n'), recoveredFrom: null, underWay: false });
  }

  /** The service can take parcels; those that an earlier one did not acknowledge go again, under the same ids. */
  open(): void {
    this.#open = true;
    for (const [number, parcel] of this.#parcels) {
      parcel.underWay = false;
      this.#send(number, parcel);
    }
  }

  /** Parcels stay from now on. */
  close(): void {
    this.#open = false;
    for (const cancel of this.#cancelRetries) cancel();
    this.#cancelRetries.clear();
  }

  /** Every event without an acknowledgement, oldest first. */
  unacknowledged(): readonly string[] {
    return [...this.#parcels.values()].flatMap(({ lines }) => lines).concat(this.#pending);
  }

  /** Settles when everything that was logged until now has been acknowledged, or has failed once more. */
  async drain(): Promise<void> {
    this.handOver();
    await Promise.all([...this.#underWay.values()]);
  }

  readonly #underWay = new Map<number, Promise<void>>();

  #arm(fast: boolean): void {
    if (this.#cancelTimer !== null) {
      if (!fast || this.#timerIsFast) return;
      this.#cancelTimer();
    }
    this.#timerIsFast = fast;
    const delayMs = fast ? LOGGING.fastHandOverDelayMs : LOGGING.handOverIntervalMs;
    this.#cancelTimer = this.#options.clock.after(delayMs, () => {
      this.#cancelTimer = null;
      this.handOver();
    });
  }

  #keep(parcel: Parcel): void {
    const number = this.#nextNumber++;
    if (this.#parcels.size === 0) this.#options.onWaiting(true);
    this.#parcels.set(number, parcel);
    this.#keptCharacters += parcel.text.length;
    if (parcel.recoveredFrom === null) this.#options.journal.write(number, parcel.lines);
    this.#makeRoom();
    this.#send(number, parcel);
  }

  #makeRoom(): void {
    for (const [number, parcel] of this.#parcels) {
      if (this.#keptCharacters <= LOGGING.mirrorMaxCharacters) return;
      this.#lostCount += parcel.lines.length;
      this.#forget(number, parcel);
    }
  }

  #send(number: number, parcel: Parcel): void {
    if (!this.#open || parcel.underWay) return;
    parcel.underWay = true;
    const lostCount = this.#lostCount;
    this.#lostCount = 0;
    const answered = this.#options.deliver(parcel.text, lostCount).then((outcome) => {
      if (this.#underWay.get(number) === answered) this.#underWay.delete(number);
      if (outcome.ok) return this.#forget(number, parcel);
      this.#lostCount += lostCount;
      parcel.underWay = false;
      this.#sendLater(number);
    });
    this.#underWay.set(number, answered);
  }

  #sendLater(number: number): void {
    if (!this.#open) return;
    const cancel = this.#options.clock.after(STORAGE.retryDelayMs, () => {
      this.#cancelRetries.delete(cancel);
      const parcel = this.#parcels.get(number);
      if (parcel !== undefined) this.#send(number, parcel);
    });
    this.#cancelRetries.add(cancel);
  }

  #forget(number: number, parcel: Parcel): void {
    if (!this.#parcels.delete(number)) return;
    this.#keptCharacters -= parcel.text.length;
    if (parcel.recoveredFrom === null) this.#options.journal.remove(number);
    else this.#options.journal.removeKey(parcel.recoveredFrom);
    if (this.#parcels.size === 0) this.#options.onWaiting(false);
  }
}
