import type { Result } from '../../provider/database/database.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { OTHER } from './fact.ts';

/** Names of some hours, each with as many as have separate rows. */
const NAMES_MAX = 10_000;

interface Named {
  readonly at_ms: number;
  readonly fact: string;
  readonly key: string;
}

/** Names that senders chose and that have a row in an hour, as far as this process has seen: these need no judging. */
export class KnownNames {
  readonly #names = new Set<string>();

  has(row: Named): boolean {
    return this.#names.has(nameOf(row));
  }

  /** @param rows Of a statement that has judged names. */
  learn(rows: Result['rows']): void {
    for (const row of rows) {
      const key = textOf(row, 'key');
      if (key !== OTHER) this.#names.add(nameOf({ at_ms: numberOf(row, 'at_ms'), fact: textOf(row, 'fact'), key }));
    }
    for (const name of this.#names) {
      if (this.#names.size <= NAMES_MAX) return;
      this.#names.delete(name);
    }
  }
}

function nameOf({ at_ms, fact, key }: Named): string {
  return `${at_ms} ${fact} ${key}`;
}
