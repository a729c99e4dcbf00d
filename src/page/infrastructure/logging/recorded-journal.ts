import type { SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import type { EventJournal } from './event-journal.ts';

/** The same, with its writes recorded: they are the part of logging that main waits for. */
export function recordedJournal(journal: EventJournal, spans: SpanRing): EventJournal {
  return {
    ...journal,
    write(text) {
      const startMs = spans.now();
      const entry = journal.write(text);
      spans.add('journal', startMs, text.length);
      return entry;
    },
  };
}
