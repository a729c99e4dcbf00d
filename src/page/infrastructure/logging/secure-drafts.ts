import { STORAGE } from '../../../../protocol/constants.ts';
import type { EventJournal } from './event-journal.ts';
import type { ParcelDraft } from './parcel.ts';

/**
 * Writes what the drafts have not written yet, all of it as one entry, because an access to local storage costs the same
 * for one event as for fifty. The entry goes when the last of the drafts is safe elsewhere.
 */
export function secureDrafts(drafts: readonly ParcelDraft[], journal: EventJournal): void {
  const shares = drafts
    .map((draft) => ({ draft, lines: draft.takeUnsecured().filter(isSmall) }))
    .filter(({ lines }) => lines.length > 0);
  if (shares.length === 0) return;
  const entry = journal.write(shares.flatMap(({ lines }) => lines).join('\n'));
  if (entry === null) return;
  let holders = shares.length;
  for (const { draft } of shares) draft.holds(() => --holders === 0 && journal.remove(entry));
}

/** A larger one is left to the mirror: it would leave no room for others. */
function isSmall(line: string): boolean {
  return line.length <= STORAGE.journalEntryMaxBytes;
}
