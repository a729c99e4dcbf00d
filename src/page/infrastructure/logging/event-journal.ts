import { STORAGE } from '../../../../protocol/constants.ts';

/**
 * What survives a renderer crash: events that were handed over and not acknowledged, in local storage, because it is
 * written before the call returns (design.md 4). It covers a dead renderer, IndexedDB covers a dead browser.
 */
export interface EventJournal {
  /** Nothing is written where storage refuses, where it is full, or for an event too large for it. */
  write(number: number, lines: readonly string[]): void;
  remove(number: number): void;
  /** Entries of other pages of this identity, by key. */
  readOthers(): Iterable<readonly [key: string, text: string]>;
  /** The session that wrote an entry. */
  sessionOf(key: string): string;
  removeKey(key: string): void;
}

export const NO_JOURNAL: EventJournal = {
  write() {},
  remove() {},
  readOthers: () => [],
  sessionOf: () => '',
  removeKey() {},
};

const PREFIX = 'oriel.journal';

/** `storage` may throw as soon as it is touched, in a sandbox or under a policy, so it is touched inside. */
export function createEventJournal(storage: () => Storage, identity: string, sessionId: string): EventJournal {
  const identityPrefix = `${PREFIX}.${encodeURIComponent(identity)}|`;
  const ownPrefix = `${identityPrefix}${sessionId}|`;
  const sizes = new Map<number, number>();
  let usedCharacters = 0;

  const remove = (number: number): void => {
    const size = sizes.get(number);
    if (size === undefined) return;
    sizes.delete(number);
    usedCharacters -= size;
    attempt(() => storage().removeItem(ownPrefix + number));
  };
  return {
    write(number, lines) {
      const small = lines.filter((line) => line.length <= STORAGE.journalEntryMaxBytes);
      const text = small.join('\n');
      if (text === '' || usedCharacters + text.length > STORAGE.journalMaxBytes) return;
      const written = attempt(() => {
        storage().setItem(ownPrefix + number, text);
        return true;
      });
      if (!written) return;
      sizes.set(number, text.length);
      usedCharacters += text.length;
    },
    remove,
    readOthers: () =>
      attempt(() => {
        const store = storage();
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(identityPrefix) && !key.startsWith(ownPrefix))
          .map((key) => [key, store.getItem(key) ?? ''] as const);
      }) ?? [],
    sessionOf: (key) => key.slice(identityPrefix.length).split('|')[0] ?? '',
    removeKey: (key) => void attempt(() => storage().removeItem(key)),
  };
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
