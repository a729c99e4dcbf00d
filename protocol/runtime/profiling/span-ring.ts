import type { ThreadName } from '../../threads/error-record.ts';
import type { SpanName } from '../../profiling/span-names.ts';
import { BYTES, DURATION_MS, FLOW, NAME, SPAN_FIELDS, START_MS, VALUE } from '../../recording/span-columns.ts';
import type { GaugeName, ThreadClock, ThreadSpans } from '../../recording/thread-spans.ts';

/**
 * Two minutes at 34 spans a second. With 6 numbers of 8 bytes a span this and {@link OPEN_ROWS} take 200 kB a ring, and
 * the rings of main and two workers 600 kB of the 1 MB that they may have. Columns of a type for each would take half
 * of that, and more code on main.
 */
export const RING_ROWS = 4_096;
/** Maximum number of spans under way. A further span replaces the oldest, whose end is then not recorded. */
export const OPEN_ROWS = 64;

/**
 * The last spans of one thread's work. Recording never stops, because a device's work is read only after something has gone wrong;
 * so recording allocates nothing and costs a few stores. Names are strings of the code, numbered at first use: the table of names is
 * loaded by readers only.
 */
export class SpanRing {
  /** Current values, for the next read. */
  readonly gauges: Partial<Record<GaugeName, number>> = {};
  readonly #lane: ThreadName;
  readonly #clock: ThreadClock;
  readonly #isInline: boolean;
  /** Spans that have ended, then spans under way. A row under way has the span's number as value; 0 marks a free row. */
  readonly #rows = new Float64Array((RING_ROWS + OPEN_ROWS) * SPAN_FIELDS);
  readonly #names = new Map<string, number>();
  #endedCount = 0;
  #openedCount = 0;

  constructor(lane: ThreadName, clock: ThreadClock, isInline = false) {
    this.#lane = lane;
    this.#clock = clock;
    this.#isInline = isInline;
  }

  /** Milliseconds on the thread's own clock, as all times of this class. */
  now(): number {
    return this.#clock.now();
  }

  /** Records a span that has ended. */
  add(name: SpanName, startMs: number, bytes = 0, value = 0, flow = 0, endMs = this.now()): void {
    this.#write(this.#nextRow(), name, startMs, endMs - startMs, bytes, value, flow);
  }

  /** Begins a span; returns its number for {@link end}. */
  begin(name: SpanName, startMs = this.now(), bytes = 0, flow = 0): number {
    const number = ++this.#openedCount;
    const at = openRow(number);
    if (this.#rows[at + VALUE] !== 0) this.#move(at);
    this.#write(at, name, startMs, Number.NaN, bytes, number, flow);
    return number;
  }

  /** Ends a span; `bytes` are added to the bytes of its start. No effect for a span that has ended, and for 0, which names no span. */
  end(number: number, bytes = 0, value = 0): void {
    const at = openRow(number);
    const rows = this.#rows;
    // A free row has the value 0, too.
    if (number === 0 || rows[at + VALUE] !== number) return;
    rows[at + DURATION_MS] = this.now() - (rows[at + START_MS] as number);
    (rows[at + BYTES] as number) += bytes;
    rows[at + VALUE] = value;
    this.#move(at);
  }

  /** Ends the span under way that is part of this flow, if there is one. */
  endFlow(flow: number, bytes = 0, value = 0): void {
    for (let at = OPEN_START; at < this.#rows.length; at += SPAN_FIELDS) {
      const number = this.#rows[at + VALUE] as number;
      if (number !== 0 && this.#rows[at + FLOW] === flow) return this.end(number, bytes, value);
    }
  }

  /**
   * Spans that have ended since the read that returned this sequence, within the last `lastMs` milliseconds, and all
   * spans under way.
   */
  read(sinceSequence = 0, lastMs = Number.POSITIVE_INFINITY): ThreadSpans {
    const oldest = Math.max(sinceSequence, this.#endedCount - RING_ROWS);
    const fromMs = this.now() - lastMs;
    const all = this.#rows;
    const rows = new Float64Array((this.#endedCount - oldest + OPEN_ROWS) * SPAN_FIELDS);
    let filled = 0;
    for (let index = oldest; index < this.#endedCount + OPEN_ROWS; index += 1) {
      const hasEnded = index < this.#endedCount;
      const at = hasEnded ? endedRow(index) : openRow(index);
      const isWanted = hasEnded
        ? (all[at + START_MS] as number) + (all[at + DURATION_MS] || 0) >= fromMs
        : all[at + VALUE] !== 0;
      if (!isWanted) continue;
      // Copies number by number: with a view of each row, a read takes five times as long.
      for (let field = 0; field < SPAN_FIELDS; field += 1) rows[filled + field] = all[at + field] as number;
      filled += SPAN_FIELDS;
    }
    return {
      lane: this.#lane,
      isInline: this.#isInline,
      timeOriginMs: this.#clock.timeOrigin,
      readAtMs: this.now(),
      nextSequence: this.#endedCount,
      lostCount: oldest - sinceSequence,
      names: [...this.#names.keys()],
      rows: rows.slice(0, filled),
      gauges: { ...this.gauges },
    };
  }

  #write(
    at: number,
    name: SpanName,
    startMs: number,
    durationMs: number,
    bytes: number,
    value: number,
    flow: number,
  ): void {
    const rows = this.#rows;
    rows[at + START_MS] = startMs;
    rows[at + DURATION_MS] = durationMs;
    rows[at + NAME] = this.#index(name);
    rows[at + FLOW] = flow;
    rows[at + BYTES] = bytes;
    rows[at + VALUE] = value;
  }

  /** Moves a row from the spans under way to the newest of the ended spans. */
  #move(at: number): void {
    this.#rows.copyWithin(this.#nextRow(), at, at + SPAN_FIELDS);
    this.#rows[at + VALUE] = 0;
  }

  #nextRow(): number {
    return endedRow(this.#endedCount++);
  }

  #index(name: string): number {
    const { size } = this.#names;
    if (!this.#names.has(name)) this.#names.set(name, size);
    return this.#names.get(name) as number;
  }
}

const OPEN_START = RING_ROWS * SPAN_FIELDS;

function endedRow(sequence: number): number {
  return (sequence % RING_ROWS) * SPAN_FIELDS;
}

function openRow(number: number): number {
  return OPEN_START + (number % OPEN_ROWS) * SPAN_FIELDS;
}
