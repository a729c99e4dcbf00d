import { ownerLockName } from '../../../../protocol/locks.ts';
import type { EventJournal } from './event-journal.ts';

/** As much of `navigator.locks` as tells the living from the dead. */
export interface LockQuery {
  query(): Promise<{ held?: readonly { name?: string }[] }>;
}

/**
 * Takes over what pages of this identity left behind when they died. A page that lives holds its owner lock and keeps its
 * entries; where locks cannot be asked all are taken, because the provider drops repeats and cannot make up a loss.
 */
export async function recoverJournal(
  journal: EventJournal,
  locks: LockQuery | undefined,
  take: (key: string, text: string) => void,
): Promise<void> {
  const alive = await liveOwners(locks);
  for (const [key, text] of journal.readOthers()) {
    if (!alive.has(ownerLockName(journal.sessionOf(key)))) take(key, text);
  }
}

async function liveOwners(locks: LockQuery | undefined): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await locks?.query()) ?? {};
    return new Set(held.map(({ name }) => name ?? ''));
  } catch {
    return new Set();
  }
}
