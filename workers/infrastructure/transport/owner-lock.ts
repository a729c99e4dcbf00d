import type { Clock } from '../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import { isOwnerLockName, ownerLockName } from '../../../protocol/infrastructure/locks.ts';
import type { Locks } from '../environment.ts';

/** Limit of the wait for the owner lock: a dead worker releases it within half a second, a hanging worker perhaps never. */
export const OWNER_LOCK_TIMEOUT_MS = 2_000;

/**
 * Proves this context alive (S10): rows of an owner without a lock are free at once. Released in the back/forward
 * cache, where a held lock would count as alive.
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
    const granted = new Promise<void>((settle) => {
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
    this.#granted = withDeadline(granted, { clock: this.#clock, limitMs: OWNER_LOCK_TIMEOUT_MS, late: () => {} });
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
   * Resolves when the lock is held: other tabs would take an owner without a lock for dead. After a deadline events are stored all
   * the same: a duplicate is better than a loss.
   */
  whenHeld(): Promise<void> {
    return this.#granted;
  }

  /**
   * Names of living owners; `null` if unknown. Firefox refuses the list in a frame of another site: there the lock of
   * each of `suspects` is tried, and only their state is known.
   */
  async liveOwners(suspects: Iterable<string> = []): Promise<ReadonlySet<string> | null> {
    try {
      const locks = this.#locks();
      if (locks === undefined) return null;
      const names = await heldNames(locks);
      return names === null ? await heldAmong(locks, [...suspects]) : new Set(names);
    } catch {
      return null;
    }
  }

  /**
   * Calls back when another owner in `alive` releases its lock: it is dead, or in the back/forward cache. A page
   * that is navigated away may outlive the check for dead owners of the page that follows.
   */
  watch(alive: ReadonlySet<string>, onReleased: () => void): void {
    const { signal } = this.#watching;
    for (const name of alive) {
      if (name === this.name || !isOwnerLockName(name) || this.#watched.has(name)) continue;
      this.#watched.add(name);
      // The request is shared, so that several waiting tabs do not take each other for the owner.
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

/** `null` where the browser refuses the list. */
async function heldNames(locks: Locks): Promise<readonly string[] | null> {
  try {
    const { held = [] } = await locks.query();
    return held.map(({ name }) => name ?? '');
  } catch {
    return null;
  }
}

/** Requests are shared, so that tabs that try at the same time do not take each other for the owner. */
async function heldAmong(locks: Locks, names: readonly string[]): Promise<ReadonlySet<string> | null> {
  if (names.length === 0) return null;
  const options = { mode: 'shared', ifAvailable: true } as const;
  const areHeld = await Promise.all(names.map((name) => locks.request(name, options, async (lock) => lock === null)));
  return new Set(names.filter((_, index) => areHeld[index]));
}
