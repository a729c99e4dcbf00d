import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { ownerLockName } from '../../../../protocol/infrastructure/locks.ts';
import type { LineBatch } from './batch-mirror.ts';
import type { EventJournal, JournalEntry } from './event-journal.ts';
import type { EventOutbox } from './event-outbox.ts';

/** Delay of the second check: a page that navigates may outlive the first check of its successor; half a second was seen. */
export const JOURNAL_SECOND_CHECK_MS = 5_000;

/** The part of `navigator.locks` that distinguishes live pages from dead pages. */
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
 * Takes over events in the journals of dead pages of this identity. A live page holds its owner lock and keeps its entries.
 * Where locks cannot be queried, all entries are taken: the provider drops repeats, but cannot restore a lost event.
 */
export class JournalRecovery {
  readonly #options: JournalRecoveryOptions;

  constructor(options: JournalRecoveryOptions) {
    this.#options = options;
  }

  /** Checks twice. An entry that both checks find is sent twice, and the provider drops the repeat by its ids. */
  begin(): void {
    void this.#takeOver();
    this.#options.clock.after(JOURNAL_SECOND_CHECK_MS, () => void this.#takeOver());
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
