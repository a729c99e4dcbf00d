import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { ownerLockName } from '../../../../protocol/infrastructure/locks.ts';
import type { LineBatch } from './batch-mirror.ts';
import type { EventJournal, JournalEntry } from './event-journal.ts';
import type { EventOutbox } from './event-outbox.ts';

/** A page that is navigated may live longer than its successor needs to look for dead ones: half a second was seen. */
export const JOURNAL_SECOND_LOOK_MS = 5_000;

/** The part of `navigator.locks` that tells live pages from dead ones. */
interface LockQuery {
  query(): Promise<{ held?: readonly { name?: string }[] }>;
}

export interface JournalRecoveryOptions {
  readonly clock: Clock;
  readonly outbox: Pick<EventOutbox, 'journal' | 'addBatch'>;
  /** `locks` throws in an opaque origin, and is absent where there are no Web Locks. */
  readonly navigator: { readonly locks?: LockQuery };
}

/**
 * Takes over events that pages of this identity left behind when they died. A live page holds its owner lock and keeps
 * its entries; where locks cannot be queried all are taken, because the provider drops repeats and cannot make up a loss.
 */
export class JournalRecovery {
  readonly #options: JournalRecoveryOptions;

  constructor(options: JournalRecoveryOptions) {
    this.#options = options;
  }

  /** Looks twice: an entry that was taken at the first look and is there at the second is a repeat, known by its ids. */
  begin(): void {
    void this.#takeOver();
    this.#options.clock.after(JOURNAL_SECOND_LOOK_MS, () => void this.#takeOver());
  }

  async #takeOver(): Promise<void> {
    const { outbox } = this.#options;
    const { journal } = outbox;
    const alive = await this.#liveOwners();
    for (const entry of journal.readOthers())
      if (!alive.has(ownerLockName(entry.sessionId))) outbox.addBatch(recoveredBatch(entry, journal));
  }

  async #liveOwners(): Promise<ReadonlySet<string>> {
    try {
      const { held = [] } = (await this.#options.navigator.locks?.query()) ?? {};
      return new Set(held.map(({ name }) => name ?? ''));
    } catch {
      return new Set();
    }
  }
}

function recoveredBatch(entry: JournalEntry, journal: EventJournal): LineBatch {
  const { text } = entry;
  return { text, eventCount: text.split('\n').length, forget: () => journal.deleteOther(entry) };
}
