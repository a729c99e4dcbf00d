import { COUNTED_NETWORKS_MAX } from '../../../protocol/provider/observation.ts';

/** Counts different texts up to a maximum, so that memory is bounded. */
export class DistinctCount {
  readonly #known = new Set<string>();

  get count(): number {
    return this.#known.size;
  }

  add(text: string | undefined): void {
    if (text !== undefined && this.#known.size < COUNTED_NETWORKS_MAX) this.#known.add(text);
  }

  addAll(other: DistinctCount): void {
    for (const text of other.#known) this.add(text);
  }
}
