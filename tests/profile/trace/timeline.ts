import {
  SHORT_SLOT_US,
  type Lane,
  type NamedWork,
  type Timeline,
  type Track,
} from '../../../src/profile/report/schema/timeline.ts';
import type { ReadRun } from '../analysis/read-run.ts';
import { NameTable, toColumns, type FlatSpan } from './column-builder.ts';
import { cpuProfileOf } from './cpu-profile.ts';
import type { Thread } from './find-threads.ts';
import { flameOf } from './flame.ts';
import { interactionsOf } from './interactions.ts';
import { isMessage } from './mojo-messages.ts';
import { requestsOf } from './network.ts';
import { picturesOf } from './pictures.ts';
import { isTask, labelOf, taskLabels } from './span-labels.ts';
import { cpuMsOf, outermostOf, tasksOf } from './thread-time.ts';
import { isOfThread, isWithin, type Stretch, type TraceEvent } from './trace-event.ts';
import { measuresOf, type Measure } from './user-timing.ts';
import { PART, workOf } from './work-kinds.ts';

/** Shorter spans would not be visible, and most spans are shorter. */
const SHORTEST_US = 30;
/** Spans that repeat the work of spans inside them. */
const HIDDEN = new Set(['RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']);
/** Group of the measures that pages and workers record themselves. */
const TRACK = 'measures of the page';

export interface ShownRun {
  readonly run: number;
  readonly chosen: string;
}

/** Everything that the report shows of one run. */
export function timelineOf(read: ReadRun, { run, chosen }: ShownRun): Timeline {
  const { trace, threads, session } = read;
  const { stretch, milestones } = session;
  const built = threads.all.map((thread) => laneOf(read, thread));
  return {
    run,
    chosen,
    durationUs: Math.round(stretch.toUs - stretch.fromUs),
    lanes: built.map(({ lane }) => lane),
    network: requestsOf(trace.events, threads.all, stretch),
    interactions: interactionsOf(trace.events, threads, session),
    milestones: [...milestones],
    pictures: picturesOf(trace.events, stretch),
    leftOut: built.reduce((sum, { leftOut }) => sum + leftOut, 0),
    shortestUs: SHORTEST_US,
  };
}

/** A thread as the report shows it, with the number of spans that it leaves out. */
export function laneOf(
  { trace: { events }, session: { stretch }, names: workNames, sources }: ReadRun,
  thread: Thread,
): { readonly lane: Lane; readonly leftOut: number } {
  const names = new NameTable();
  const ofThread = events.filter((event) => event.ph === 'X' && isOfThread(event, thread) && isWithin(event, stretch));
  const outermost = outermostOf(events, thread, stretch);
  const isOutermost = new Set(outermost);
  const all = ofThread.filter((event) => isOutermost.has(event) || isShown(event, thread.kind));
  const shown = all.filter(({ dur = 0 }) => dur >= SHORTEST_US);
  const labels = new Map(shown.map((event) => [event, labelOf(event, sources)]));
  const tasks = taskLabels(
    ofThread.filter((event) => isTask(event) || labels.has(event)),
    labels,
  );
  const spans = toColumns(
    shown.map((event) => {
      const label = tasks.get(event) ?? labels.get(event) ?? { name: event.name, place: '' };
      const span = flat({ ...label, group: workOf(event) ?? PART }, event.ts, event.dur ?? 0, stretch);
      return { ...span, cpuUs: event.tdur ?? 0 };
    }),
    names,
  );
  const profile = thread.kind === 'main' || thread.kind === 'worker' ? cpuProfileOf(events, thread, stretch) : null;
  const lane: Lane = {
    id: thread.id,
    title: thread.title,
    kind: thread.kind,
    isThrottled: thread.kind === 'main',
    cpuMs: cpuMsOf(tasksOf(events, thread, stretch)),
    shortCpuUs: shortCpuOf(
      outermost.filter(({ dur = 0 }) => dur < SHORTEST_US),
      stretch,
    ),
    spans,
    tracks: tracksOf(measuresOf(events, thread, stretch), stretch, names),
    flame: profile === null ? null : flameOf(profile, workNames, stretch.fromUs),
    names: names.names,
  };
  return { lane, leftOut: all.length - shown.length };
}

/** Thread time of the spans that are too short to be shown, by slot: it still counts. */
function shortCpuOf(events: readonly TraceEvent[], { fromUs, toUs }: Stretch): number[] {
  const slots = Array.from({ length: Math.ceil((toUs - fromUs) / SHORT_SLOT_US) }, () => 0);
  for (const { ts, tdur = 0 } of events) {
    const slot = Math.floor((ts - fromUs) / SHORT_SLOT_US);
    if (slot < slots.length) slots[slot] = (slots[slot] ?? 0) + tdur;
  }
  return slots;
}

/** Threads of the compositor and of media show only tasks, because DevTools has no spans for them. */
function isShown({ name, cat }: TraceEvent, kind: Lane['kind']): boolean {
  if (name === 'ThreadControllerImpl::RunTask') return true;
  if (kind === 'compositor' || kind === 'media') return false;
  return (/devtools\.timeline|(^|,)loading/.test(cat) || isMessage({ name })) && !HIDDEN.has(name);
}

function tracksOf(measures: readonly Measure[], stretch: Stretch, names: NameTable): Track[] {
  const titles = [...new Set(measures.map(({ track }) => track))];
  return titles.map((title) => {
    const ofTrack = measures.filter(({ track }) => track === title);
    const spans = ofTrack.map(({ name, startUs, durationUs }) =>
      flat({ name, place: '', group: TRACK }, startUs, durationUs, stretch),
    );
    return { title, spans: toColumns(spans, names) };
  });
}

function flat(named: NamedWork, startUs: number, durationUs: number, { fromUs }: Stretch): FlatSpan {
  return { ...named, startUs: Math.round(startUs - fromUs), durationUs: Math.max(0, Math.round(durationUs)) };
}
