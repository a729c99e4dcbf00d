import type { Clock } from '../../../protocol/runtime/clock.ts';
import { isOwnerLockName, ownerLockName } from '../../../protocol/infrastructure/locks.ts';
import type { Locks } from '../environment.ts';

/** A dead worker lets go of its owner lock within half a second; one that hangs on to it is not waited for. */
export const OWNER_LOCK_TIMEOUT_MS = 2_000;

/**
 * This context's proof of life (S10): rows of an owner that holds no lock are free at once. It is let go in the
 * back/forward cache, where a held lock would count for the living.
 */
export class OwnerLock {
  readonly name: string;
  readonly #locks: () => Locks | undefined;
  readonly #clock: Clock;
  #release: (() => void) | null = null;
  #granted: Promise<void> = Promise.resolve();
  #watching = new AbortController();
  readonly #watched = new Set<string>();

  constructor(sessionId: string, locks: () => Locks | undefined, clock: Clock) {
    this.name = ownerLockName(sessionId);
    this.#clock = clock;
    this.#locks = locks;
  }

  hold(): void {
    if (this.#release !== null) return;
    const released = new Promise<void>((resolve) => (this.#release = resolve));
    this.#granted = new Promise((resolve) => {
      const cancel = this.#clock.after(OWNER_LOCK_TIMEOUT_MS, resolve);
      const settle = (): void => {
        cancel();
        resolve();
      };
      try {
        const request = this.#locks()?.request(this.name, {}, () => {
          settle();
          return released;
        });
        // Without locks, or where they are refused, the rule of two minutes holds instead (S5).
        if (request === undefined) settle();
        else request.catch(settle);
      } catch {
        settle();
      }
    });
  }

  release(): void {
    this.#release?.();
    this.#release = null;
    this.#granted = Promise.resolve();
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#watched.clear();
  }

  /**
   * Nothing should be stored under a name that is not seen to live yet, or others would take it for a dead one's. After a
   * deadline it is, all the same: that ends in a repeat, and waiting would end in a loss.
   */
  whenHeld(): Promise<void> {
    return this.#granted;
  }

  /** Names of living owners; `null` where nobody can tell. */
  async liveOwners(): Promise<ReadonlySet<string> | null> {
    try {
      const locks = this.#locks();
      if (locks === undefined) return null;
      const { held = [] } = await locks.query();
      return new Set(held.map(({ name }) => name ?? ''));
    } catch {
      return null;
    }
  }

  /**
   * Calls back when one of the others in `alive` lets go of its lock: it is dead, or in the back/forward cache. A page that
   * is navigated may live for a moment longer than the one that follows it needs to look for dead ones.
   */
  watch(alive: ReadonlySet<string>, onReleased: () => void): void {
    const { signal } = this.#watching;
    for (const name of alive) {
      if (name === this.name || !isOwnerLockName(name) || this.#watched.has(name)) continue;
      this.#watched.add(name);
      // Shared, so that none of those who wait takes another for the living.
      const granted = this.#locks()?.request(name, { mode: 'shared', signal }, async () => {});
      granted
        ?.then(() => {
          if (signal.aborted) return;
          this.#watched.delete(name);
          onReleased();
        })
        .catch(() => {});
    }
  }
}
