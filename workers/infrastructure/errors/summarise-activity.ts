import {
  ACTIVITY_WINDOW_MS,
  LONGEST_SPANS_MAX,
  type ActivitySummary,
  type LaneActivity,
  type LongSpan,
} from '../../../protocol/recording/activity.ts';
import { describeSpanName } from '../../../protocol/profiling/span-names.ts';
import { spansOf, type Span, type ThreadSpans } from '../../../protocol/recording/thread-spans.ts';

/** Summarises the last seconds of every thread from the spans in its recorder. */
export function summariseActivity(threads: readonly ThreadSpans[], windowMs = ACTIVITY_WINDOW_MS): ActivitySummary {
  return { windowMs, lanes: threads.map((thread) => laneActivity(thread, windowMs)) };
}

function laneActivity(thread: ThreadSpans, windowMs: number): LaneActivity {
  const { lane, isInline, timeOriginMs, readAtMs, lostCount, gauges } = thread;
  const endMs = timeOriginMs + readAtMs;
  const known = spansOf(thread).filter(({ name }) => describeSpanName(name) !== undefined);
  // Rows are in the order of their ends: the first is the oldest in the recorder.
  const [first] = known;
  const rememberedMs = lostCount > 0 && first !== undefined ? endMs - first.startMs - first.durationMs : readAtMs;
  const observedMs = Math.min(windowMs, rememberedMs);
  const spans = known.filter(({ startMs, durationMs }) => startMs + durationMs >= endMs - observedMs);
  const longest = [...spans].sort((one, other) => other.durationMs - one.durationMs).slice(0, LONGEST_SPANS_MAX);
  return {
    lane,
    isInline,
    observedMs: rounded(observedMs),
    busyShare:
      observedMs === 0 ? 0 : Math.round((busyMs(spans, endMs - observedMs, endMs) / observedMs) * 1_000) / 1_000,
    gauges: { ...gauges },
    longest: longest.map((span) => longSpan(span, endMs)),
  };
}

function longSpan({ name, startMs, durationMs, flow, bytes, value, isOpen }: Span, endMs: number): LongSpan {
  return {
    name,
    startedAgoMs: rounded(endMs - startMs),
    durationMs: rounded(durationMs),
    ...(flow === 0 ? {} : { flow }),
    ...(bytes === 0 ? {} : { bytes }),
    ...(value === 0 ? {} : { value }),
    ...(isOpen ? { isOpen } : {}),
  };
}

function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}

/** Busy time. Spans of work nest, because a message is handled within a long frame: each moment counts once. */
function busyMs(spans: readonly Span[], fromMs: number, toMs: number): number {
  const work = spans
    .filter(({ name }) => describeSpanName(name)?.kind === 'work')
    .sort((one, other) => one.startMs - other.startMs);
  let busy = 0;
  let countedToMs = fromMs;
  for (const { startMs, durationMs } of work) {
    const endMs = Math.min(startMs + durationMs, toMs);
    busy += Math.max(0, endMs - Math.max(startMs, countedToMs));
    countedToMs = Math.max(countedToMs, endMs);
  }
  return busy;
}
