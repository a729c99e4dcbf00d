import type { LocalEntries } from '../../infrastructure/viewer/local-entries.ts';

/**
 * What the player remembers of its viewer on this device (S8), as JSON. A private embed has no entries at all: then
 * nothing is remembered, and nothing else changes (P10).
 */
export class ViewerMemory {
  readonly #entries: LocalEntries | null;
  readonly #isPrivate: () => boolean;

  /** A page that was served as a plain file may learn late that it is private. */
  constructor(entries: LocalEntries | null, isPrivate: () => boolean = () => false) {
    this.#entries = entries;
    this.#isPrivate = isPrivate;
  }

  /** What was kept, not checked; `undefined` where there is nothing. */
  read(name: string): unknown {
    const text = this.#isPrivate() ? null : (this.#entries?.read(name) ?? null);
    if (text === null) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }

  write(name: string, value: unknown): void {
    if (!this.#isPrivate()) this.#entries?.write(name, JSON.stringify(value));
  }

  forget(name: string): void {
    this.#entries?.remove(name);
  }
}
