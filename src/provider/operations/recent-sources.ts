import type { Clock } from '../../../protocol/runtime/clock.ts';
import { DistinctCount } from './distinct-count.ts';

/** Number of steps in which a window moves. */
const STEPS = 10;

interface Kind {
  count: number;
  readonly networks: DistinctCount;
}

/** How often something happened in a window of time, and from how many networks. */
export interface RecentCount {
  readonly kind: string;
  readonly count: number;
  /** Up to `COUNTED_NETWORKS_MAX`. */
  readonly networks: number;
}

/** Counts from the begin of the window in which it was opened until it is closed. */
export interface Tally {
  /** The most frequent kind first. */
  list(): RecentCount[];
  close(): void;
}

/** Counts of the last minutes by kind, with the number of different networks. In memory and bounded. */
export class RecentSources {
  readonly #clock: Clock;
  readonly #stepMs: number;
  readonly #tallies = new Set<Map<string, Kind>>();
  #steps: { readonly number: number; readonly kinds: Map<string, Kind> }[] = [];

  /** @param windowMs A count stays in the window for this long at least, and a step longer at most. */
  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#stepMs = windowMs / STEPS;
  }

  add(kind: string, network: string | undefined): void {
    for (const kinds of [this.#current().kinds, ...this.#tallies]) {
      const known = kinds.get(kind) ?? newKind();
      known.count += 1;
      known.networks.add(network);
      kinds.set(kind, known);
    }
  }

  /** The most frequent kind first. */
  lately(): RecentCount[] {
    return countsOf(this.#window());
  }

  tally(): Tally {
    const kinds = this.#window();
    this.#tallies.add(kinds);
    return { list: () => countsOf(kinds), close: () => void this.#tallies.delete(kinds) };
  }

  /** A copy of the counts of the window. */
  #window(): Map<string, Kind> {
    this.#current();
    const sums = new Map<string, Kind>();
    for (const { kinds } of this.#steps)
      for (const [kind, { count, networks }] of kinds) {
        const sum = sums.get(kind) ?? newKind();
        sum.count += count;
        sum.networks.addAll(networks);
        sums.set(kind, sum);
      }
    return sums;
  }

  #current() {
    const number = Math.floor(this.#clock.monotonicNow() / this.#stepMs);
    this.#steps = this.#steps.filter((step) => step.number >= number - STEPS);
    const last = this.#steps.at(-1);
    if (last?.number === number) return last;
    const next = { number, kinds: new Map<string, Kind>() };
    this.#steps.push(next);
    return next;
  }
}

function countsOf(kinds: ReadonlyMap<string, Kind>): RecentCount[] {
  return [...kinds]
    .map(([kind, { count, networks }]) => ({ kind, count, networks: networks.count }))
    .sort((left, right) => right.count - left.count);
}

function newKind(): Kind {
  return { count: 0, networks: new DistinctCount() };
}
