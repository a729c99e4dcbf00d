/** Main posts a batch again after its deadline; only the previous post may still wait, too. */
const WAITERS_PER_EVENT_MAX = 2;

/**
 * Callers that wait for the delivery of an event. Used only for events that could not be stored: their
 * acknowledgement means delivery. Bounded, because an outage of hours must not accumulate callers whose deadline has
 * long passed: the oldest are dropped and never resolved.
 */
export class Acknowledgements {
  readonly #waiting = new Map<string, readonly Waiter[]>();

  /** Resolves when all events of `ids` are settled. */
  whenSettled(ids: readonly string[]): Promise<void> {
    const pending = new Set(ids);
    if (pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = { pending, resolve };
      for (const id of pending) {
        const waiters = [...(this.#waiting.get(id) ?? []), waiter];
        this.#waiting.set(id, waiters.slice(-WAITERS_PER_EVENT_MAX));
      }
    });
  }

  /** Settles events that were delivered, or dropped and counted. */
  settle(ids: readonly string[]): void {
    for (const id of ids) {
      const waiters = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      for (const { pending, resolve } of waiters) {
        pending.delete(id);
        if (pending.size === 0) resolve();
      }
    }
  }
}

interface Waiter {
  readonly pending: Set<string>;
  readonly resolve: () => void;
}
