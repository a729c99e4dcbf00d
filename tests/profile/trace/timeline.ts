import type { Lane, Timeline, Track } from '../../../src/profile/report/schema/timeline.ts';
import { NameTable, toColumns, type FlatSpan } from './column-builder.ts';
import { cpuProfileOf } from './cpu-profile.ts';
import type { Thread, Threads } from './find-threads.ts';
import { flameOf } from './flame.ts';
import type { Session } from './milestones.ts';
import { requestsOf } from './network.ts';
import { cpuMsOf, tasksOf } from './thread-time.ts';
import { isOfThread, isWithin, type Stretch, type Trace, type TraceEvent } from './trace-event.ts';
import { measuresOf, type Measure } from './user-timing.ts';
import type { WorkNames } from './work-names.ts';

/** Shorter ones could not be seen, and are most of all. */
const SHORTEST_US = 30;
/** Twice the task, once by each of two recorders. */
const HIDDEN = new Set(['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']);
const TITLES: Readonly<Record<string, string>> = { RunTask: 'Task' };

/** Everything that the report shows of one run. */
export function timelineOf(trace: Trace, threads: Threads, session: Session, names: WorkNames, run: number): Timeline {
  const { stretch, milestones } = session;
  const built = threads.all.map((thread) => laneOf(trace.events, thread, stretch, names));
  return {
    run,
    durationUs: Math.round(stretch.toUs - stretch.fromUs),
    lanes: built.map(({ lane }) => lane),
    network: requestsOf(trace.events, threads.all, stretch),
    milestones: [...milestones],
    leftOut: built.reduce((sum, { leftOut }) => sum + leftOut, 0),
    shortestUs: SHORTEST_US,
  };
}

function laneOf(
  events: readonly TraceEvent[],
  thread: Thread,
  stretch: Stretch,
  workNames: WorkNames,
): { readonly lane: Lane; readonly leftOut: number } {
  const names = new NameTable();
  const all = events.filter(
    (event) => event.ph === 'X' && isOfThread(event, thread) && isWithin(event, stretch) && isShown(event, thread.kind),
  );
  const shown = all.filter(({ dur = 0 }) => dur >= SHORTEST_US);
  const spans = toColumns(
    shown.map(({ name, ts, dur = 0 }) => flat(TITLES[name] ?? name, ts, dur, stretch)),
    names,
  );
  const profile = thread.kind === 'main' || thread.kind === 'worker' ? cpuProfileOf(events, thread, stretch) : null;
  const lane: Lane = {
    id: thread.id,
    title: thread.title,
    kind: thread.kind,
    isThrottled: thread.kind === 'main',
    cpuMs: cpuMsOf(tasksOf(events, thread, stretch)),
    spans,
    tracks: tracksOf(measuresOf(events, thread, stretch), stretch, names),
    flame: profile === null ? null : flameOf(profile, workNames, stretch.fromUs),
    names: [],
  };
  return { lane: { ...lane, names: names.list() }, leftOut: all.length - shown.length };
}

/** The threads of the browser have no spans of DevTools, only tasks. */
function isShown({ name, cat }: TraceEvent, kind: Lane['kind']): boolean {
  if (kind === 'compositor' || kind === 'media') return name === 'ThreadControllerImpl::RunTask';
  return cat.includes('devtools.timeline') && !HIDDEN.has(name);
}

function tracksOf(measures: readonly Measure[], stretch: Stretch, names: NameTable): Track[] {
  const titles = [...new Set(measures.map(({ track }) => track))];
  return titles.map((title) => {
    const ofTrack = measures.filter(({ track }) => track === title);
    const spans = ofTrack.map(({ name, startUs, durationUs }) => flat(name, startUs, durationUs, stretch));
    return { title, spans: toColumns(spans, names) };
  });
}

function flat(name: string, startUs: number, durationUs: number, { fromUs }: Stretch): FlatSpan {
  return { name, startUs: Math.round(startUs - fromUs), durationUs: Math.max(0, Math.round(durationUs)) };
}
