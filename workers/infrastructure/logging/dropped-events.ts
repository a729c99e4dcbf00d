import type { DroppedEvents } from '../../../protocol/records.ts';

export type DropReason = 'malformed' | 'main' | 'capacity' | 'expired' | 'rejected';

/** What was given up since the last request, and why; the next one says so (design.md 4). */
export class DroppedCounter {
  readonly #counts = new Map<string, number>();

  count(reason: DropReason, count: number): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** A request that reported losses was lost itself. */
  restore(dropped: readonly DroppedEvents[] = []): void {
    for (const { reason, count } of dropped) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  take(): DroppedEvents[] {
    const taken = [...this.#counts].map(([reason, count]) => ({ reason, count }));
    this.#counts.clear();
    return taken;
  }
}
