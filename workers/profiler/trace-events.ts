import { lastOf } from '../../protocol/runtime/last-of.ts';
import { LANE_NAMES } from '../../protocol/page/lane-names.ts';
import type { ThreadName } from '../../protocol/infrastructure/error-record.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import type { Span } from '../../protocol/profiling/thread-spans.ts';

/** Part of the Trace Event format that is written here; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: 'M' | 'X' | 'i' | 's' | 'f';
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly id?: number;
  /** A flow ends at the span around it; an instant is of its thread. */
  readonly bp?: 'e';
  readonly s?: 't';
  readonly args: Readonly<Record<string, unknown>>;
}

const PROCESS = 1;
/** Threads of a lane: the first for its work, the others for what was under way beside each other. */
const TRACKS_PER_LANE = 100;

/**
 * Spans of all lanes as Trace Events. Every tool draws complete events, and expects those of one thread to nest: spans
 * that were under way meanwhile are on separate threads. Flows tie a call to its other side.
 */
export function traceEvents(lanes: ReadonlyMap<ThreadName, readonly Span[]>): TraceEvent[] {
  const originMs = Math.min(...[...lanes.values()].flatMap((spans) => spans.map(({ startMs }) => startMs)));
  const toUs = (atMs: number): number => Math.round((atMs - originMs) * 1_000);
  const events = [...lanes].flatMap(([lane, spans], index) =>
    laneEvents(lane, spans, (index + 1) * TRACKS_PER_LANE, toUs),
  );
  // Tools that read a file from its beginning want the names first.
  return [...events.filter(({ ph }) => ph === 'M'), ...events.filter(({ ph }) => ph !== 'M').sort(byTime)];
}

/** Text of a trace file. */
export function traceFile(lanes: ReadonlyMap<ThreadName, readonly Span[]>): string {
  return JSON.stringify({ traceEvents: traceEvents(lanes), displayTimeUnit: 'ms' });
}

/** Order of events; the longer one of two that start together is around the other. */
function byTime(one: TraceEvent, other: TraceEvent): number {
  return one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);
}

function laneEvents(
  lane: ThreadName,
  spans: readonly Span[],
  firstTid: number,
  toUs: (atMs: number) => number,
): TraceEvent[] {
  const events: TraceEvent[] = [];
  // When what is on each thread of the lane ends, innermost last.
  const tracks: number[][] = [];
  const ordered = [...spans].sort((one, other) => one.startMs - other.startMs || other.durationMs - one.durationMs);
  for (const span of ordered) {
    const { kind = 'wait', category = 'call' } = describeSpanName(span.name) ?? {};
    const startUs = toUs(span.startMs);
    const endUs = toUs(span.startMs + span.durationMs);
    const track = freeTrack(tracks, kind === 'work', startUs, endUs);
    const common = { name: span.name, cat: category, pid: PROCESS, tid: firstTid + track };
    const { bytes, value, isOpen, flow } = span;
    const args = { bytes, value, isOpen, kind };
    if (kind === 'moment') {
      events.push({ ...common, ph: 'i', ts: startUs, s: 't', args });
      continue;
    }
    events.push({ ...common, ph: 'X', ts: startUs, dur: endUs - startUs, args });
    if (flow === 0 || kind === 'work') continue;
    // Calls come from main.
    const side = lane === 'main' ? ({ ph: 's' } as const) : ({ ph: 'f', bp: 'e' } as const);
    events.push({ ...common, ...side, ts: startUs, id: flow, args: {} });
  }
  const title = LANE_NAMES[lane];
  const names = Array.from({ length: Math.max(1, tracks.length) }, (_, track) =>
    track === 0 ? title : `${title} (waits ${track})`,
  );
  const named = names.map((name, track): TraceEvent => {
    const tid = firstTid + track;
    return { name: 'thread_name', cat: '__metadata', ph: 'M', pid: PROCESS, tid, ts: 0, args: { name } };
  });
  return [...named, ...events];
}

/** The thread of a lane that has room: work nests on the first, what was under way only follows each other. */
function freeTrack(tracks: number[][], isWork: boolean, startUs: number, endUs: number): number {
  for (let track = isWork ? 0 : 1; ; track += 1) {
    tracks[0] ??= [];
    const ends = (tracks[track] ??= []);
    while (ends.length > 0 && (lastOf(ends) as number) <= startUs) ends.pop();
    const around = lastOf(ends);
    if (around !== undefined && !(isWork && endUs <= around)) continue;
    ends.push(endUs);
    return track;
  }
}
