import type { EventJournal } from './event-journal.ts';

export const JOURNAL_ENTRY_MAX_BYTES = 8_192;

/** Events that are posted together: one string, made once, for the journal, the message and the last beacon. */
export interface LineBatch {
  readonly text: string;
  readonly eventCount: number;
  readonly isJournalled: boolean;
  /** Takes its journal entry away; it is safe elsewhere. */
  forget(): void;
}

/** It is in the journal from here on: of a task that crashes, what it has posted is kept. */
export function journalledBatch(lines: readonly string[], journal: EventJournal): LineBatch {
  const text = lines.join('\n');
  const entry = journal.write(lines.every(isSmall) ? text : lines.filter(isSmall).join('\n'));
  const isJournalled = entry !== null;
  return { text, eventCount: lines.length, isJournalled, forget: () => void (isJournalled && journal.remove(entry)) };
}

/** Events that came back from the journal of a page that died. */
export function recoveredBatch(text: string, forget: () => void): LineBatch {
  return { text, eventCount: text.split('\n').length, isJournalled: false, forget };
}

/** A larger one is left to the mirror: it would leave no room for others. */
function isSmall(line: string): boolean {
  return line.length <= JOURNAL_ENTRY_MAX_BYTES;
}
