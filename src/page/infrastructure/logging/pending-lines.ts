import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { EventTier } from '../../../../protocol/events/event-tier.ts';
import type { SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import type { LineBatch } from './batch-mirror.ts';
import type { EventJournal } from './event-journal.ts';

/**
 * The first event after a pause of this length is in the journal at the end of its task; later events are in the journal this long
 * after the first of them was logged, or later if writing would exceed its share of the main thread.
 */
export const JOURNAL_DELAY_MS = 50;
/** Largest share of the main thread's time that writing the journal may take. */
export const JOURNAL_SHARE_MAX = 0.005;
/** Below this room no entry is tried, where storage is nearly full. */
const JOURNAL_ROOM_MIN_CHARACTERS = 1_024;

interface PendingLine {
  readonly text: string;
  readonly tier: EventTier;
}

interface PostedBatch extends LineBatch {
  readonly isJournalled: boolean;
}

export interface PendingLinesOptions {
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly journal: EventJournal;
  /** Runs work as soon as the present call stack is empty. */
  readonly afterTask: (work: () => void) => void;
}

/** Events that were logged but not posted yet. Writes them to the journal. */
export class PendingLines {
  readonly #clock: Clock;
  readonly #spans: SpanRing;
  readonly #afterTask: (work: () => void) => void;
  #journal: EventJournal;
  #lines: PendingLine[] = [];
  #journalledCount = 0;
  #entries: number[] = [];
  #delayMs = JOURNAL_DELAY_MS;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #writeMs = 0;
  #cancelWrite: (() => void) | null = null;

  constructor({ clock, spans, journal, afterTask }: PendingLinesOptions) {
    this.#clock = clock;
    this.#spans = spans;
    this.#journal = journal;
    this.#afterTask = afterTask;
  }

  get count(): number {
    return this.#lines.length;
  }

  get journal(): EventJournal {
    return this.#journal;
  }

  add(text: string, tier: EventTier): number {
    return this.#lines.push({ text, tier });
  }

  texts(): readonly string[] {
    return this.#lines.map(({ text }) => text);
  }

  /** Writes lines that are not posted with their task to the journal soon. */
  journalSoon(): void {
    if (this.#cancelWrite !== null) return;
    const write = (): void => this.#write();
    const isPause = this.#clock.monotonicNow() - this.#writtenAtMs >= this.#delayMs;
    if (!isPause) this.#cancelWrite = this.#clock.after(this.#delayMs, write);
    else {
      this.#cancelWrite = () => undefined;
      this.#afterTask(write);
    }
  }

  /** Removes all lines as one batch, after the lines not yet in the journal have been written to it. */
  take(): PostedBatch {
    const lines = this.#lines;
    const text = joined(lines);
    this.#write(text);
    const [journal, entries] = [this.#journal, this.#entries];
    this.#lines = [];
    this.#entries = [];
    this.#journalledCount = 0;
    return {
      text,
      eventCount: lines.length,
      isJournalled: entries.length > 0,
      forget: () => entries.forEach((entry) => journal.release(entry)),
    };
  }

  /** Removes the entries that are no longer needed. */
  sweepJournal(): void {
    this.#journal.sweep();
  }

  /** Changes the journal of lines that are added from now on. */
  setJournal(journal: EventJournal): void {
    this.#journal.retire();
    this.#journal = journal;
  }

  #write(wholeText?: string): void {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    const lines = this.#lines.slice(this.#journalledCount);
    const text = lines.length === this.#lines.length && wholeText !== undefined ? wholeText : joined(lines);
    this.#journalledCount = this.#lines.length;
    if (lines.length === 0) return;
    const startMs = this.#clock.monotonicNow();
    let entry = this.#writeEntry(text);
    // If not all lines fit, keeps as many as fit.
    for (let room = this.#journal.room(); entry === null && room >= JOURNAL_ROOM_MIN_CHARACTERS; room /= 2)
      entry = this.#writeEntry(joined(fitting(lines, room)));
    if (entry !== null) this.#entries.push(entry);
    this.#writtenAtMs = this.#clock.monotonicNow();
    const writeMs = this.#writtenAtMs - startMs;
    // Uses the shorter of two successive writes: a single slow write was interrupted, and does not show the cost.
    this.#delayMs = Math.max(JOURNAL_DELAY_MS, Math.min(writeMs, this.#writeMs) / JOURNAL_SHARE_MAX);
    this.#writeMs = writeMs;
  }

  /** Records each write: it is the part of logging that main waits for. */
  #writeEntry(text: string): number | null {
    const startMs = this.#spans.now();
    const entry = this.#journal.write(text);
    this.#spans.add('journal', startMs, text.length);
    return entry;
  }
}

function joined(lines: readonly PendingLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** The lines that fit, chosen by highest tier, then by age; returned in the order of logging. */
function fitting(lines: readonly PendingLine[], room: number): readonly PendingLine[] {
  let left = room;
  const kept = new Set<PendingLine>();
  for (const line of [...lines].sort((one, other) => other.tier - one.tier)) {
    if (line.text.length >= left) continue;
    left -= line.text.length + 1;
    kept.add(line);
  }
  return lines.filter((line) => kept.has(line));
}
