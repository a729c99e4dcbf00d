import { STORAGE } from '../../../../protocol/constants.ts';

/**
 * What survives a renderer crash: events without an acknowledgement, in local storage, because it is written before the
 * call returns (design.md 4). It covers a dead renderer, IndexedDB covers a dead browser.
 */
export interface EventJournal {
  /** The number of the entry; `null` where storage refuses or is full: those events are in the mirror only. */
  write(text: string): number | null;
  remove(entry: number): void;
  /** Entries of other pages of this identity. */
  readOthers(): readonly JournalEntry[];
  removeKey(key: string): void;
  /** Takes all its own entries away. */
  clear(): void;
}

export interface JournalEntry {
  readonly key: string;
  readonly sessionId: string;
  /** Lines of events. */
  readonly text: string;
}

/** A private embed keeps nothing (P10). */
export const NO_JOURNAL: EventJournal = {
  write: () => null,
  remove() {},
  readOthers: () => [],
  removeKey() {},
  clear() {},
};

const PREFIX = 'oriel.journal.';
const SEPARATOR = '|';

/** `storage` may throw as soon as it is touched, in a sandbox or under a policy, so it is touched inside. */
export function createEventJournal(storage: () => Storage, identity: string, sessionId: string): EventJournal {
  const identityPrefix = PREFIX + encodeURIComponent(identity) + SEPARATOR;
  const ownPrefix = identityPrefix + sessionId + SEPARATOR;
  const sizes = new Map<number, number>();
  let nextEntry = 0;
  let usedCharacters = 0;

  return {
    write(text) {
      if (usedCharacters + text.length > STORAGE.journalMaxBytes) return null;
      const entry = nextEntry;
      const isWritten = attempt(() => {
        storage().setItem(ownPrefix + entry, text);
        return true;
      });
      if (isWritten !== true) return null;
      nextEntry += 1;
      sizes.set(entry, text.length);
      usedCharacters += text.length;
      return entry;
    },
    remove(entry) {
      usedCharacters -= sizes.get(entry) ?? 0;
      sizes.delete(entry);
      attempt(() => storage().removeItem(ownPrefix + entry));
    },
    readOthers: () => attempt(() => readEntries(storage(), identityPrefix, ownPrefix)) ?? [],
    removeKey: (key) => void attempt(() => storage().removeItem(key)),
    clear() {
      for (const entry of sizes.keys()) attempt(() => storage().removeItem(ownPrefix + entry));
      sizes.clear();
      usedCharacters = 0;
    },
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

function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
