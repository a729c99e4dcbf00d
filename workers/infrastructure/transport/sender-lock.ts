import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import { senderLockName } from '../../../protocol/infrastructure/locks.ts';
import type { Locks } from '../environment.ts';

export type LockedWork = <T>(work: () => Promise<T>) => Promise<T | 'busy'>;

/**
 * One sender among the tabs of an origin (S10). The lock is held for one request at a time: a page in the back/forward
 * cache keeps its locks and would starve the others.
 */
export function createSenderLock(identifier: string, locks: () => Locks | undefined): LockedWork {
  const name = senderLockName(identifier);
  return async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    const available = lockManager(locks);
    if (available === undefined) return work();
    let hasResponded = false;
    try {
      return await available.request<T | 'busy'>(name, { ifAvailable: true }, async (lock) => {
        hasResponded = true;
        return lock === null ? 'busy' : work();
      });
    } catch (error) {
      // The lock is refused in a frame without storage, which shares no requests with other tabs either.
      if (hasResponded) throw error;
      return work();
    }
  };
}

function lockManager(locks: () => Locks | undefined): Locks | undefined {
  return unlessThrown(() => locks());
}
