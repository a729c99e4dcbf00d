import type { DropReason, DroppedEvents } from '../../../protocol/events/dropped-events.ts';
import { DROPPED_COUNT_MAX } from '../../../protocol/constants.ts';

/** Events dropped since the last request, by reason; the next request reports them. */
export class DroppedCounter {
  readonly #counts = new Map<DropReason, number>();

  count(reason: DropReason, count: number): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** Counts losses again whose report was lost with its request. */
  restore(dropped: readonly DroppedEvents[] = []): void {
    for (const { reason, count } of dropped) this.count(reason, count);
  }

  /** Removes and returns the counts; what exceeds the provider's limit stays for a later request. */
  take(): DroppedEvents[] {
    const taken = [...this.#counts].map(([reason, count]) => ({
      reason,
      count: Math.min(count, DROPPED_COUNT_MAX),
    }));
    for (const { reason, count } of taken) this.#subtract(reason, count);
    return taken;
  }

  #subtract(reason: DropReason, count: number): void {
    const left = (this.#counts.get(reason) ?? 0) - count;
    if (left > 0) this.#counts.set(reason, left);
    else this.#counts.delete(reason);
  }
}
