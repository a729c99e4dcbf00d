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

/** Collects what is logged until it is handed over. */
export class ParcelDraft {
  readonly #lines: string[] = [];
  readonly #releases: (() => void)[] = [];
  #securedCount = 0;

  get eventCount(): number {
    return this.#lines.length;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get isUnsecured(): boolean {
    return this.#securedCount === 0;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** What has not been taken to the journal yet. */
  takeUnsecured(): readonly string[] {
    const lines = this.isUnsecured ? this.#lines : this.#lines.slice(this.#securedCount);
    this.#securedCount = this.#lines.length;
    return lines;
  }

  /** `release` runs when its events are safe elsewhere. */
  holds(release: () => void): void {
    this.#releases.push(release);
  }

  close(): Parcel {
    return {
      text: this.#lines.join('\n'),
      eventCount: this.#lines.length,
      forget: () => {
        for (const release of this.#releases) release();
      },
    };
  }
}
