import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { ENTRY_PREFIX as PREFIX, JOURNAL_PREFIX } from '../../../../protocol/privacy/stored-names.ts';
import { LOCAL_ENTRY_LIFETIME_MS } from '../../../../protocol/constants.ts';

interface Entry {
  readonly value: string;
  /** Wall time, milliseconds. */
  readonly expiresAtMs: number;
}

/** Local storage whose entries expire (S8). `storage` is a function because even reading `localStorage` may throw. */
export class LocalEntries {
  readonly #storage: () => Storage;
  readonly #clock: Clock;

  constructor(storage: () => Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Reads an entry; an expired or unreadable entry is deleted and counts as absent. */
  read(name: string): string | null {
    return unlessThrown(() => this.#readKey(this.#storage(), PREFIX + name)) ?? null;
  }

  /** Returns whether the entry was stored. */
  write(name: string, value: string, lifetimeMs: number = LOCAL_ENTRY_LIFETIME_MS): boolean {
    const entry: Entry = { value, expiresAtMs: this.#clock.now() + lifetimeMs };
    const isWritten = unlessThrown(() => {
      this.#storage().setItem(PREFIX + name, JSON.stringify(entry));
      return true;
    });
    return isWritten === true;
  }

  remove(name: string): void {
    unlessThrown(() => this.#storage().removeItem(PREFIX + name));
  }

  /** Deletes entries that expired without being read. */
  sweep(): void {
    unlessThrown(() => {
      const storage = this.#storage();
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) {
        if (key.startsWith(PREFIX)) this.#readKey(storage, key);
        // A journal may belong to a viewer who does not return.
        else if (key.startsWith(JOURNAL_PREFIX) && this.#isOutdated(storage.getItem(key))) storage.removeItem(key);
      }
    });
  }

  /** Compares the time of the journal's first event, because the text has no other timestamp. */
  #isOutdated(journalText: string | null): boolean {
    const loggedAtMs = Number(/"eventTimeMs":(\d+)/.exec(journalText ?? '')?.[1] ?? 0);
    return loggedAtMs + LOCAL_ENTRY_LIFETIME_MS <= this.#clock.now();
  }

  #readKey(storage: Storage, key: string): string | null {
    const text = storage.getItem(key);
    if (text === null) return null;
    const entry = parseEntry(text);
    if (entry !== null && entry.expiresAtMs > this.#clock.now()) return entry.value;
    storage.removeItem(key);
    return null;
  }
}

/** Parses by hand: schemas stay out of main. */
function parseEntry(text: string): Entry | null {
  const parsed = unlessThrown(() => JSON.parse(text) as Partial<Entry> | null);
  const { value, expiresAtMs } = parsed ?? {};
  return typeof value === 'string' && typeof expiresAtMs === 'number' ? { value, expiresAtMs } : null;
}
