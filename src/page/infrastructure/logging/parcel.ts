import type { EventJournal } from './event-journal.ts';

/** Events that are handed over together: one string, made once, for the message, the journal and the last beacon. */
export interface Parcel {
  readonly text: string;
  readonly eventCount: number;
  /** Takes its journal entries away; it is safe elsewhere. */
  forget(): void;
}

/** Events that came back from the journal of a page that died. */
export function recoveredParcel(text: string, forget: () => void): Parcel {
  return { text, eventCount: text.split('\n').length, forget };
}

/**
 * Collects what is logged until it is handed over. What a task has logged is in the journal when the task ends: a crash
 * takes at most what the task that crashed had logged.
 */
export class ParcelDraft {
  readonly #journal: EventJournal;
  readonly #lines: string[] = [];
  readonly #entries: number[] = [];
  #journaledCount = 0;
  /** Lines too large for the journal; they are in the mirror only. */
  #maxLineCharacters = 0;

  constructor(journal: EventJournal) {
    this.#journal = journal;
  }

  get eventCount(): number {
    return this.#lines.length;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (line.length > this.#maxLineCharacters) this.#maxLineCharacters = line.length;
  }

  /** Writes what is not in the journal yet. */
  secure(entryMaxCharacters: number): void {
    const fresh = this.#journaledCount === 0 ? this.#lines : this.#lines.slice(this.#journaledCount);
    this.#journaledCount = this.#lines.length;
    this.#write(fresh, entryMaxCharacters);
  }

  close(entryMaxCharacters: number): Parcel {
    const text = this.#lines.join('\n');
    if (this.#journaledCount === 0 && this.#maxLineCharacters <= entryMaxCharacters) this.#writeText(text);
    else this.secure(entryMaxCharacters);
    return {
      text,
      eventCount: this.#lines.length,
      forget: () => {
        for (const entry of this.#entries) this.#journal.remove(entry);
      },
    };
  }

  #write(lines: readonly string[], entryMaxCharacters: number): void {
    const small =
      this.#maxLineCharacters <= entryMaxCharacters ? lines : lines.filter((line) => line.length <= entryMaxCharacters);
    if (small.length > 0) this.#writeText(small.join('\n'));
  }

  #writeText(text: string): void {
    const entry = this.#journal.write(text);
    if (entry !== null) this.#entries.push(entry);
  }
}
