import type { ThreadName } from '../../protocol/threads/error-record.ts';
import { HISTORY_MS } from '../../protocol/profiling/profiler-messages.ts';
import { OwnCalls } from './own-calls.ts';
import {
  SPAN_FIELDS,
  spansOf,
  START_MS,
  type Gauges,
  type Span,
  type ThreadSpans,
} from '../../protocol/recording/thread-spans.ts';

/** Reads that are further apart do not continue one heartbeat: the timers of the threads have stopped in between. */
const PAUSE_MS = 2_500;

/** Time without a recording: the work in it is unknown, the thread was not necessarily idle. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Spans of one thread. Times are milliseconds since the epoch. */
export interface LaneHistory {
  readonly lane: ThreadName;
  readonly isInline: boolean;
  readonly timeOriginMs: number;
  readonly readAtMs: number;
  /** The time before this was not recorded. */
  readonly recordedFromMs: number;
  /** When the heartbeat began; `null` before. */
  readonly watchedFromMs: number | null;
  /** The recorder has lost rows. */
  readonly isPartial: boolean;
  readonly gaps: readonly Gap[];
  /** In the order of their ends. */
  readonly ended: readonly Span[];
  readonly open: readonly Span[];
  readonly gauges: Gauges;
}

/** The last minute of every thread, put together from reads that each return new spans. */
export class SpanHistory {
  readonly #lanes = new Map<ThreadName, LaneHistory>();
  readonly #own = new OwnCalls();
  #withOwn = false;
  #shown: readonly LaneHistory[] | null = null;

  /** Lanes without the calls of profilers, unless `showOwn(true)` includes them. */
  get lanes(): readonly LaneHistory[] {
    this.#shown ??= [...this.#lanes.values()].map((lane) => (this.#withOwn ? lane : this.#withoutOwn(lane)));
    return this.#shown;
  }

  /** Returns whether the lanes have changed. */
  showOwn(isShown: boolean): boolean {
    if (isShown === this.#withOwn) return false;
    this.#shown = null;
    this.#withOwn = isShown;
    return true;
  }

  /** The end of the newest read; 0 before the first. */
  get latestMs(): number {
    return Math.max(0, ...this.lanes.map(({ readAtMs }) => readAtMs));
  }

  get earliestMs(): number {
    const { latestMs } = this;
    const starts = this.lanes.map(({ recordedFromMs }) => recordedFromMs);
    return Math.max(latestMs - HISTORY_MS, Math.min(latestMs, ...starts));
  }

  /** All visible spans, for a file. */
  spansByLane(): ReadonlyMap<ThreadName, readonly Span[]> {
    return new Map(this.lanes.map(({ lane, ended, open }) => [lane, [...ended, ...open]]));
  }

  /** Adds a read of every thread; returns the spans that ended since the previous read. */
  add(threads: readonly ThreadSpans[]): readonly Span[] {
    const ended = threads.flatMap((thread) => this.#addThread(thread));
    this.#shown = null;
    const fromMs = this.latestMs - HISTORY_MS;
    for (const lane of this.#lanes.values())
      this.#lanes.set(lane.lane, {
        ...lane,
        ended: lane.ended.filter(({ startMs, durationMs }) => startMs + durationMs >= fromMs),
        gaps: lane.gaps.filter(({ toMs }) => toMs >= fromMs),
      });
    this.#shown = null;
    return ended;
  }

  #addThread(thread: ThreadSpans): readonly Span[] {
    const { lane, isInline, timeOriginMs, readAtMs, lostCount, gauges } = thread;
    const spans = spansWithInputs(thread);
    this.#own.note(spans);
    const ended = spans.filter(({ isOpen }) => !isOpen);
    const before = this.#lanes.get(lane);
    const isSame = before?.timeOriginMs === timeOriginMs;
    // Rows are in the order of their ends: all rows that ended before the first kept row are lost.
    const knownFromMs = lostCount > 0 && ended[0] !== undefined ? endOf(ended[0]) : timeOriginMs;
    const gap =
      before === undefined || (isSame && lostCount === 0) ? [] : [{ fromMs: before.readAtMs, toMs: knownFromMs }];
    this.#lanes.set(lane, {
      lane,
      isInline,
      timeOriginMs,
      readAtMs: timeOriginMs + readAtMs,
      recordedFromMs: before?.recordedFromMs ?? knownFromMs,
      watchedFromMs: isSame ? watchedFrom(before, timeOriginMs + readAtMs) : null,
      isPartial: (before?.isPartial ?? false) || lostCount > 0,
      gaps: [...(before?.gaps ?? []), ...gap],
      ended: [...(before?.ended ?? []), ...ended],
      open: spans.filter(({ isOpen }) => isOpen),
      gauges,
    });
    return ended;
  }

  #withoutOwn(lane: LaneHistory): LaneHistory {
    const isOther = (span: Span): boolean => !this.#own.has(span);
    return { ...lane, ended: lane.ended.filter(isOther), open: lane.open.filter(isOther) };
  }
}

/** The second read in a row starts the heartbeat, and a pause between two ends it. */
function watchedFrom({ readAtMs, watchedFromMs }: LaneHistory, nowMs: number): number {
  return watchedFromMs === null || nowMs - readAtMs > PAUSE_MS ? nowMs : watchedFromMs;
}

export function endOf({ startMs, durationMs }: Pick<Span, 'startMs' | 'durationMs'>): number {
  return startMs + durationMs;
}

/** Spans, with the parts of interactions: `inputs` is keyed by the start in the thread's own time. */
function spansWithInputs(thread: ThreadSpans): readonly Span[] {
  const { inputs, rows } = thread;
  return spansOf(thread).map((span, index) => {
    const input = span.name === 'input' ? inputs?.get(rows[index * SPAN_FIELDS + START_MS] as number) : undefined;
    return input === undefined ? span : { ...span, input };
  });
}
