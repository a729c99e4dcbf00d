import { ownerLockName } from '../../../protocol/locks.ts';
import type { Locks } from '../environment.ts';

/**
 * This context's proof of life (S10): rows of an owner that holds no lock are free at once. It is let go in the
 * back/forward cache, where a held lock would count for the living.
 */
export class OwnerLock {
  readonly name: string;
  readonly #locks: () => Locks | undefined;
  #release: (() => void) | null = null;

  constructor(sessionId: string, locks: () => Locks | undefined) {
    this.name = ownerLockName(sessionId);
    this.#locks = locks;
  }

  hold(): void {
    if (this.#release !== null) return;
    const held = new Promise<void>((resolve) => (this.#release = resolve));
    try {
      // Without locks, or where they are refused, the rule of two minutes holds instead (S5).
      this.#locks()
        ?.request(this.name, {}, () => held)
        .catch(() => {});
    } catch {
      return;
    }
  }

  release(): void {
    this.#release?.();
    this.#release = null;
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
}
