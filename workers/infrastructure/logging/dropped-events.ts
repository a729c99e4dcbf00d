import type { DropReason, DroppedEvents } from '../../../protocol/events/dropped-events.ts';
import { DROPPED_COUNT_MAX } from '../../../protocol/constants.ts';

/** Events dropped since the last request, by reason; the next request reports them. */
export class DroppedCounter {
  readonly #counts = new Map<DropReason, number>();

  count(reason: DropReason, count: number): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** A request that reported losses was lost itself. */
  restore(dropped: readonly DroppedEvents[] = []): void {
    for (const { reason, count } of dropped) this.count(reason, count);
  }

  /** Counts above the provider's limit go with a later request. */
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
