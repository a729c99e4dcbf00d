import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { EventJournal } from './event-journal.ts';
import type { EventOutbox } from './event-outbox.ts';
import { recoveredBatch } from './line-batch.ts';
import { recoverJournal, type LockQuery } from './recover-journal.ts';

/** A page that is navigated may live longer than its successor needs to look for dead ones: half a second was seen. */
export const JOURNAL_SECOND_LOOK_MS = 5_000;

export interface JournalKeepingOptions {
  readonly clock: Clock;
  /** The journal of whoever watches now. */
  readonly openJournal: () => EventJournal;
  readonly outbox: () => Pick<EventOutbox, 'setJournal' | 'addBatch'>;
  /** Throws in an opaque origin; `undefined` where there are no Web Locks. */
  readonly locks: () => LockQuery | undefined;
}

/** Which journal the page writes to, and what it takes over from those of pages that died. */
export class JournalKeeping {
  readonly #options: JournalKeepingOptions;
  #journal: EventJournal;

  constructor(options: JournalKeepingOptions) {
    this.#options = options;
    this.#journal = options.openJournal();
  }

  get journal(): EventJournal {
    return this.#journal;
  }

  /** What is logged from now on is kept as the present viewer's. */
  reopen(): void {
    this.#journal = this.#options.openJournal();
    this.#options.outbox().setJournal(this.#journal);
  }

  /** What was taken at the first look and is still there at the second is a repeat, and known by its ids. */
  recover(): void {
    this.#takeOver();
    this.#options.clock.after(JOURNAL_SECOND_LOOK_MS, () => this.#takeOver());
  }

  #takeOver(): void {
    const { outbox, locks } = this.#options;
    void recoverJournal(this.#journal, locks, (entry) =>
      outbox().addBatch(recoveredBatch(entry.text, () => this.#journal.removeOther(entry))),
    );
  }
}
