import { JOURNAL_PREFIX } from '../../../../protocol/privacy/stored-names.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';

/** Maximum size of the journal, if storage has that much room; events that do not fit are only in the mirror. */
export const JOURNAL_MAX_CHARACTERS = 1_048_576;

/**
 * Unacknowledged events in local storage. Events survive a crash of the renderer, because local storage is written before
 * the call returns. A crash of the whole browser needs IndexedDB: local storage reaches the disk late.
 */
export interface EventJournal {
  /** Returns the number of the entry; `null` where storage refuses or is full: the events are then only in the mirror. */
  write(text: string): number | null;
  /** Number of characters that fit; 0 where storage refuses. */
  room(): number;
  /**
   * Marks an entry as removable. The entry stays until it is overwritten or swept, because each access costs main as much as logging
   * ten events. If a crash leaves the entry behind, its events are sent again, and the provider drops them as repeats.
   */
  release(entry: number): void;
  /** Deletes the entries that were released. */
  sweep(): void;
  /** Called when another journal replaces this journal: entries that are released from now on are deleted at once. */
  retire(): void;
  /** Entries of other pages of this identity. */
  readOthers(): readonly JournalEntry[];
  /** Deletes an entry whose events are safe here, unless its page was restored and has overwritten the entry. */
  deleteOther(entry: JournalEntry): void;
}

export interface JournalEntry {
  readonly key: string;
  readonly sessionId: string;
  /** Lines of events. */
  readonly text: string;
}

/** The journal of a private embed, which stores nothing (P10). */
export const NO_JOURNAL: EventJournal = {
  write: () => null,
  room: () => 0,
  release() {},
  sweep() {},
  retire() {},
  readOthers: () => [],
  deleteOther() {},
};

const SEPARATOR = '|';

/** `storage` is a function because even reading `localStorage` may throw, in a sandbox or under a policy. */
export function createEventJournal(storage: () => Storage, identity: string, sessionId: string): EventJournal {
  const identityPrefix = JOURNAL_PREFIX + encodeURIComponent(identity) + SEPARATOR;
  const ownPrefix = identityPrefix + sessionId + SEPARATOR;
  const sizes = new Map<number, number>();
  let unneeded: number[] = [];
  let nextEntry = 0;
  let isRefused = false;
  let isRetired = false;
  let usedCharacters = 0;

  const setSize = (entry: number, size: number): void => {
    usedCharacters += size - (sizes.get(entry) ?? 0);
    sizes.set(entry, size);
  };
  const erase = (entry: number): void => {
    setSize(entry, 0);
    sizes.delete(entry);
    unlessThrown(() => storage().removeItem(ownPrefix + entry));
  };
  const sweep = (): void => {
    for (const entry of unneeded) erase(entry);
    unneeded = [];
  };

  return {
    write(text) {
      if (isRefused || text === '') return null;
      if (usedCharacters + text.length > JOURNAL_MAX_CHARACTERS) sweep();
      if (usedCharacters + text.length > JOURNAL_MAX_CHARACTERS) return null;
      const entry = unneeded.at(-1) ?? nextEntry;
      try {
        storage().setItem(ownPrefix + entry, text);
      } catch (error) {
        // A full store has room again later; a store that refuses access keeps refusing, and each refusal costs as much as a write.
        isRefused = !(error instanceof Error) || error.name !== 'QuotaExceededError';
        return null;
      }
      if (unneeded.pop() === undefined) nextEntry += 1;
      setSize(entry, text.length);
      return entry;
    },
    room: () => (isRefused ? 0 : JOURNAL_MAX_CHARACTERS - usedCharacters),
    release(entry) {
      if (isRetired) erase(entry);
      else if (sizes.has(entry)) unneeded.push(entry);
    },
    sweep,
    retire() {
      isRetired = true;
      sweep();
    },
    readOthers: () => unlessThrown(() => readEntries(storage(), identityPrefix, ownPrefix)) ?? [],
    deleteOther: ({ key, text }) =>
      void unlessThrown(() => storage().getItem(key) === text && storage().removeItem(key)),
  };
}

function readEntries(storage: Storage, identityPrefix: string, ownPrefix: string): readonly JournalEntry[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys
    .filter((key) => key.startsWith(identityPrefix) && !key.startsWith(ownPrefix))
    .map((key) => ({
      key,
      sessionId: key.slice(identityPrefix.length).split(SEPARATOR)[0] ?? '',
      text: storage.getItem(key) ?? '',
    }));
}
