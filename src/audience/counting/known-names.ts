import type { Result } from '../../provider/database/database.ts';
import { numberOf, textOf } from '../../provider/database/row.ts';
import { NAMED_FACTS, OTHER } from './fact.ts';

/** Limit of remembered names, enough for several hours. */
const NAMES_MAX = 10_000;

interface Named {
  readonly at_ms: number;
  readonly fact: string;
  readonly key: string;
}

/** Limit of remembered hours and facts that have reached their limit of names. */
const CROWDED_MAX = 1_000;

/** Names with a row in an hour, as far as this process has seen them: the statements need not decide about them again. */
export class KnownNames {
  readonly #names = new Set<string>();
  readonly #crowded = new Set<string>();

  has(row: Named): boolean {
    return this.#names.has(nameOf(row));
  }

  /** Whether a name of that hour and fact was left without a row. */
  isCrowded({ at_ms, fact }: Omit<Named, 'key'>): boolean {
    return this.#crowded.has(`${at_ms} ${fact}`);
  }

  /** @param rows Rows that a statement returned after it decided about names, or made room for a name. */
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
