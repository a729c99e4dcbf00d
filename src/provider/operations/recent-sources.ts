import type { Clock } from '../../../protocol/runtime/clock.ts';
import { DistinctCount } from './distinct-count.ts';

/** A window moves in so many steps. */
const STEPS = 5;

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

/** Counts of the last minutes by kind, with the number of different networks. In memory and bounded. */
export class RecentSources {
  readonly #clock: Clock;
  readonly #stepMs: number;
  #steps: { readonly number: number; readonly kinds: Map<string, Kind> }[] = [];

  /** @param windowMs A count is part of it for this long at least, and a step longer at most. */
  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#stepMs = windowMs / STEPS;
  }

  add(kind: string, network: string | undefined): void {
    const { kinds } = this.#current();
    const known = kinds.get(kind) ?? newKind();
    known.count += 1;
    known.networks.add(network);
    kinds.set(kind, known);
  }

  /** The most frequent kind first. */
  lately(): RecentCount[] {
    this.#current();
    const sums = new Map<string, Kind>();
    for (const { kinds } of this.#steps)
      for (const [kind, { count, networks }] of kinds) {
        const sum = sums.get(kind) ?? newKind();
        sum.count += count;
        sum.networks.addAll(networks);
        sums.set(kind, sum);
      }
    return [...sums]
      .map(([kind, { count, networks }]) => ({ kind, count, networks: networks.count }))
      .sort((left, right) => right.count - left.count);
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

function newKind(): Kind {
  return { count: 0, networks: new DistinctCount() };
}
