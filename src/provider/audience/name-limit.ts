import { OTHER } from './fact.ts';

/** Hours whose names are remembered: events are late by minutes, seldom by more. */
const HOURS_MAX = 4;

/**
 * Senders choose the names that are counted. Past a number of them in an hour, further ones count as one name, so that
 * nobody makes a table grow at will. Each process counts on its own.
 */
export class NameLimit {
  readonly #namesMax: number;
  readonly #known = new Map<number, Set<string>>();

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  admit(hourMs: number, name: string): string {
    let names = this.#known.get(hourMs);
    if (names === undefined) {
      names = new Set();
      this.#known.set(hourMs, names);
      const [oldest] = this.#known.keys();
      if (this.#known.size > HOURS_MAX && oldest !== undefined) this.#known.delete(oldest);
    }
    if (names.has(name)) return name;
    if (names.size >= this.#namesMax) return OTHER;
    names.add(name);
    return name;
  }
}
