import type { Result } from '../../provider/database/database.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { NAMED_FACTS, OTHER } from './fact.ts';

/** Names of some hours, each with as many as have separate rows. */
const NAMES_MAX = 10_000;

interface Named {
  readonly at_ms: number;
  readonly fact: string;
  readonly key: string;
}

/** Hours and facts that have had more names than rows, as many as are remembered. */
const CROWDED_MAX = 1_000;

/** Names that senders chose and that have a row in an hour, as far as this process has seen: these need no judging. */
export class KnownNames {
  readonly #names = new Set<string>();
  readonly #crowded = new Set<string>();

  has(row: Named): boolean {
    return this.#names.has(nameOf(row));
  }

  /** Whether a name of that hour has been left without a row. */
  isCrowded({ at_ms, fact }: Omit<Named, 'key'>): boolean {
    return this.#crowded.has(`${at_ms} ${fact}`);
  }

  /** @param rows Of a statement that has judged names, or has made room for one. */
  learn(rows: Result['rows']): void {
    for (const row of rows) {
      const named = { at_ms: numberOf(row, 'at_ms'), fact: textOf(row, 'fact'), key: textOf(row, 'key') };
      if (row['gone'] !== undefined) this.#names.delete(nameOf(named));
      else if (named.key !== OTHER) this.#names.add(nameOf(named));
      else if (named.fact in NAMED_FACTS) this.#crowded.add(`${named.at_ms} ${named.fact}`);
    }
    keepNewest(this.#names, NAMES_MAX);
    keepNewest(this.#crowded, CROWDED_MAX);
  }
}

function keepNewest(set: Set<string>, maximum: number): void {
  for (const oldest of set) {
    if (set.size <= maximum) return;
    set.delete(oldest);
  }
}

function nameOf({ at_ms, fact, key }: Named): string {
  return `${at_ms} ${fact} ${key}`;
}
