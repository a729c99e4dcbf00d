/** Main hands over again what it has given up waiting for; the call before may still be waited for, and no earlier one. */
const WAITERS_PER_EVENT_MAX = 2;

/**
 * Who waits for which event to be delivered. Only events that could not be made safe are waited for: there an
 * acknowledgement means delivered. An outage of hours must not pile those up who have long since stopped waiting: the
 * oldest are forgotten, and never hear of it, as after any deadline.
 */
export class Acknowledgements {
  readonly #waiting = new Map<string, readonly Waiter[]>();

  get waiterCount(): number {
    return new Set([...this.#waiting.values()].flat()).size;
  }

  /** Resolves when all of them are settled. */
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

  /** They were delivered, or given up and counted. */
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
