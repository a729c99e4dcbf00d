import type { StartSteps, StepTime, Totals } from '../../protocol/profiling/profiler-messages.ts';
import type { Span } from '../../protocol/recording/thread-spans.ts';
import { endOf, type LaneHistory } from './span-history.ts';

const NOTHING = {
  batches: 0,
  batchedEvents: 0,
  compressedFromBytes: 0,
  compressedToBytes: 0,
  logRequests: 0,
  sentBytes: 0,
  stalls: 0,
  stalledMs: 0,
};
type Counts = Record<keyof typeof NOTHING, number>;

/** Amounts that a span adds, by lane and name. Only the worker has the number of events in a batch. */
const COUNTED: Readonly<Record<string, (span: Span) => Partial<Counts>>> = {
  'main event batch': () => ({ batches: 1 }),
  'infrastructure event batch': ({ value }) => ({ batchedEvents: value }),
  'infrastructure compress': ({ bytes, value }) => ({ compressedFromBytes: bytes, compressedToBytes: value }),
  'infrastructure request log': ({ bytes }) => ({ logRequests: 1, sentBytes: bytes }),
  'main stall': ({ durationMs }) => ({ stalls: 1, stalledMs: durationMs }),
};

/** Names of the spans whose first end is the time of a step of the start. */
const STEPS = {
  workerReadyMs: ['infrastructure.start'],
  manifestMs: ['manifest'],
  firstSegmentMs: ['segment', 'audio segment'],
} as const;

/** Sums and first times, which stay when the spans themselves are forgotten. */
export class RunningTotals {
  #counts: Counts = { ...NOTHING };
  readonly #steps = new Map<keyof StartSteps, number>();
  #firstFrame: Span | null = null;

  /** `ended`: spans that ended since the previous call. */
  add(ended: readonly Span[]): void {
    for (const span of ended) {
      if (span.name === 'first frame') this.#firstFrame ??= span;
      const added = COUNTED[`${span.lane} ${span.name}`]?.(span) ?? {};
      for (const [name, value] of Object.entries(added)) this.#counts[name as keyof Counts] += value;
      for (const [step, names] of Object.entries(STEPS))
        if ((names as readonly string[]).includes(span.name)) this.#noteStep(step as keyof StartSteps, endOf(span));
    }
  }

  totals(lanes: readonly LaneHistory[]): Totals {
    return { ...this.#counts, isPartial: lanes.some(({ isPartial }) => isPartial) };
  }

  /** Times of the steps; `overwritten` if a recorder has lost rows, which are always its first rows. */
  steps(lanes: readonly LaneHistory[]): StartSteps {
    const isPartial = lanes.some((lane) => lane.isPartial);
    const timeOf = (step: keyof StartSteps): StepTime => (isPartial ? 'overwritten' : (this.#steps.get(step) ?? null));
    const ofFirstFrame = (timeIn: (span: Span) => number): StepTime =>
      isPartial ? 'overwritten' : this.#firstFrame === null ? null : timeIn(this.#firstFrame);
    return {
      wantedMs: ofFirstFrame(({ startMs }) => startMs),
      firstFrameMs: ofFirstFrame(endOf),
      workerReadyMs: timeOf('workerReadyMs'),
      manifestMs: timeOf('manifestMs'),
      firstSegmentMs: timeOf('firstSegmentMs'),
    };
  }

  #noteStep(step: keyof StartSteps, atMs: number): void {
    this.#steps.set(step, Math.min(atMs, this.#steps.get(step) ?? Number.POSITIVE_INFINITY));
  }
}
