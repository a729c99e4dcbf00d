import { LANE_NAMES } from '../../protocol/threads/lane-names.ts';
import type { ThreadName } from '../../protocol/threads/error-record.ts';
import { TRACK_GROUP } from '../../protocol/profiling/devtools-track.ts';
import { CATEGORY_COLOURS, describeSpanName } from '../../protocol/profiling/span-names.ts';
import type { FrameDetail, FramePart } from '../../protocol/profiling/frames.ts';
import { titleOf, type Span } from '../../protocol/recording/thread-spans.ts';

/** Part of the Trace Event format that is written here; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: 'M' | 'X' | 'b' | 'e' | 'i' | 's' | 't' | 'f';
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Shared by the beginning and end of a wait, and by all steps of a flow. */
  readonly id?: string;
  /** `bp: e` ties a step of a flow to the span around it; `s: t` shows an instant on its thread. */
  readonly bp?: 'e';
  readonly s?: 't';
  readonly args: Readonly<Record<string, unknown>>;
}

type DetailOf = (longFrame: Span) => FrameDetail | null;

const PROCESS = 1;
/** Category of User Timing measures: DevTools shows no other asynchronous events. */
const WAIT_CATEGORY = 'blink.user_timing';

/**
 * Spans of all lanes as Trace Events. Work is a complete event of its thread: it nests. A wait runs beside the work
 * and is an asynchronous event, since it occupies no thread. Flows connect the messages of a call.
 */
export function traceEvents(
  lanes: ReadonlyMap<ThreadName, readonly Span[]>,
  detailOf: DetailOf = () => null,
): TraceEvent[] {
  const originMs = Math.min(...[...lanes.values()].flatMap((spans) => spans.map(({ startMs }) => startMs)));
  const toUs = (atMs: number): number => Math.round((atMs - originMs) * 1_000);
  const nextId = counter();
  const numbered = [...lanes].map(([lane, spans], index) => ({ lane, spans, tid: index + 1 }));
  const events = numbered.flatMap(({ lane, spans, tid }) => laneEvents({ spans, lane, tid, toUs, nextId, detailOf }));
  // Tools that read a file from its beginning need the names first.
  return [
    ...(numbered.length === 0 ? [] : [nameEvent('process_name', 0, TRACK_GROUP)]),
    ...numbered.map(({ lane, tid }) => nameEvent('thread_name', tid, LANE_NAMES[lane])),
    ...[...events, ...flowEvents(events)].sort(byTime),
  ];
}

/** Text of a trace file. */
export function traceFile(lanes: ReadonlyMap<ThreadName, readonly Span[]>, detailOf: DetailOf): string {
  return JSON.stringify({ traceEvents: traceEvents(lanes, detailOf), displayTimeUnit: 'ms' });
}

function counter(): () => string {
  let last = 0;
  return () => `0x${(last += 1).toString(16)}`;
}

function nameEvent(name: 'process_name' | 'thread_name', tid: number, title: string): TraceEvent {
  return { name, cat: '__metadata', ph: 'M', pid: PROCESS, tid, ts: 0, args: { name: title } };
}

/** Order of events: of two that start together the longer event encloses the other; steps of a flow follow their span. */
function byTime(one: TraceEvent, other: TraceEvent): number {
  return one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);
}

interface Lane {
  readonly spans: readonly Span[];
  readonly lane: ThreadName;
  readonly tid: number;
  readonly toUs: (atMs: number) => number;
  readonly nextId: () => string;
  readonly detailOf: DetailOf;
}

function laneEvents({ spans, lane, tid, toUs, nextId, detailOf }: Lane): TraceEvent[] {
  const ends: number[] = [];
  const ordered = [...spans].sort((one, other) => one.startMs - other.startMs || other.durationMs - one.durationMs);
  return ordered.flatMap((span): TraceEvent[] => {
    const { name, startMs, durationMs, bytes, value, isOpen, flow, input } = span;
    const { kind = 'wait', category = 'call', value: unit } = describeSpanName(name) ?? {};
    const ts = toUs(startMs);
    const endUs = toUs(startMs + durationMs);
    const call = flow === 0 ? undefined : flow.toString(16);
    const frame = name === 'long frame' ? detailOf(span) : null;
    const args = { bytes, value, unit, isOpen, kind, call, ...input, ...(frame !== null && accountOf(frame)) };
    const common = { name, pid: PROCESS, tid };
    if (kind === 'moment') return [{ ...common, cat: category, ph: 'i', ts, s: 't', args }];
    // A long frame or late timer that was observed from outside may begin within other work, and end after it.
    if (kind === 'work' && nests(ends, ts, endUs))
      return [{ ...common, cat: category, ph: 'X', ts, dur: endUs - ts, args }];
    const devtools = {
      dataType: 'track-entry',
      track: LANE_NAMES[lane],
      trackGroup: TRACK_GROUP,
      color: CATEGORY_COLOURS[category],
      tooltipText: titleOf(span),
    };
    const wait = { ...common, cat: WAIT_CATEGORY, id: nextId() };
    return [
      { ...wait, ph: 'b', ts, args: { ...args, category, detail: JSON.stringify({ devtools }) } },
      { ...wait, ph: 'e', ts: endUs, args: {} },
    ];
  });
}

/** Account of the time of a long frame, as far as the browser and the recorders report it. */
function accountOf({ parts, unknownMs, toScreenMs, scripts }: FrameDetail): Readonly<Record<string, unknown>> {
  return { partsMs: millisecondsByName(parts), unknownMs, toScreenMs, scriptsMs: millisecondsByName(scripts) };
}

/** Sums the runs of each function in one entry. */
function millisecondsByName(parts: readonly FramePart[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { name, durationMs } of parts) sums[name] = (sums[name] ?? 0) + durationMs;
  return sums;
}

/** Whether work lies within the innermost running work, or after all work; `ends`: ends of the enclosing work. */
function nests(ends: number[], startUs: number, endUs: number): boolean {
  while (ends.length > 0 && (ends.at(-1) as number) <= startUs) ends.pop();
  if (endUs > (ends.at(-1) ?? Number.POSITIVE_INFINITY)) return false;
  ends.push(endUs);
  return true;
}

/** The messages of a call in their order: its post, its receipt, then the post and receipt of its response. */
function flowEvents(events: readonly TraceEvent[]): TraceEvent[] {
  const byCall = new Map<string, TraceEvent[]>();
  for (const event of events) {
    const { call } = event.args;
    if (event.ph === 'X' && typeof call === 'string') byCall.set(call, [...(byCall.get(call) ?? []), event]);
  }
  return [...byCall].flatMap(([id, messages]) => {
    if (messages.length < 2) return [];
    const ordered = [...messages].sort(byTime);
    return ordered.map(({ pid, tid, ts }, index): TraceEvent => {
      const ph = index === 0 ? 's' : index === ordered.length - 1 ? 'f' : 't';
      return { name: 'call', cat: 'call', ph, bp: 'e', pid, tid, ts, id, args: {} };
    });
  });
}
