import type { EventJournal } from './event-journal.ts';

export const JOURNAL_ENTRY_MAX_BYTES = 8_192;

/** Events that are handed over together: one string, made once, for the journal, the message and the last beacon. */
export interface Parcel {
  readonly text: string;
  readonly eventCount: number;
  readonly isJournalled: boolean;
  /** Takes its journal entry away; it is safe elsewhere. */
  forget(): void;
}

/** It is in the journal from here on: of a task that crashes, what it has handed over is kept. */
export function journalledParcel(lines: readonly string[], journal: EventJournal): Parcel {
  const text = lines.join('\n');
  const entry = journal.write(lines.every(isSmall) ? text : lines.filter(isSmall).join('\n'));
  const isJournalled = entry !== null;
  return { text, eventCount: lines.length, isJournalled, forget: () => void (isJournalled && journal.remove(entry)) };
}

/** Events that came back from the journal of a page that died. */
export function recoveredParcel(text: string, forget: () => void): Parcel {
  return { text, eventCount: text.split('\n').length, isJournalled: false, forget };
}

/** A larger one is left to the mirror: it would leave no room for others. */
function isSmall(line: string): boolean {
  return line.length <= JOURNAL_ENTRY_MAX_BYTES;
}
