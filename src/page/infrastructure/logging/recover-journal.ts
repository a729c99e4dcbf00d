import { ownerLockName } from '../../../../protocol/infrastructure/locks.ts';
import type { EventJournal, JournalEntry } from './event-journal.ts';

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
  locks: () => LockQuery | undefined,
  take: (entry: JournalEntry) => void,
): Promise<void> {
  const alive = await liveOwners(locks);
  for (const entry of journal.readOthers()) {
    if (!alive.has(ownerLockName(entry.sessionId))) take(entry);
  }
}

async function liveOwners(locks: () => LockQuery | undefined): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = (await locks()?.query()) ?? {};
    return new Set(held.map(({ name }) => name ?? ''));
  } catch {
    return new Set();
  }
}
