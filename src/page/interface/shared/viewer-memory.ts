import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { LocalEntries } from '../../infrastructure/viewer/local-entries.ts';
import { defineFeature } from './features.ts';

/**
 * Data that the player stores about its viewer on this device (S8), as JSON. A private embed stores nothing (P10), and
 * works the same otherwise.
 */
export class ViewerMemory {
  readonly #entries: LocalEntries | null;
  readonly #isPrivate: () => boolean;

  /** `isPrivate` is a function, since a page that was served as a plain file may learn late that it is private. */
  constructor(entries: LocalEntries | null, isPrivate: () => boolean = () => false) {
    this.#entries = entries;
    this.#isPrivate = isPrivate;
  }

  /** The stored value, not checked; `undefined` without a stored value. */
  read(name: string): unknown {
    const text = this.#isPrivate() ? null : (this.#entries?.read(name) ?? null);
    if (text === null) return undefined;
    return unlessThrown(() => JSON.parse(text) as unknown);
  }

  write(name: string, value: unknown): void {
    if (!this.#isPrivate()) this.#entries?.write(name, JSON.stringify(value));
  }

  forget(name: string): void {
    this.#entries?.remove(name);
  }
}

export const viewerMemory = defineFeature(
  ({ page }) =>
    new ViewerMemory(
      new LocalEntries(() => globalThis.window.localStorage, page.clock),
      () => page.infrastructure.isPrivate,
    ),
);
