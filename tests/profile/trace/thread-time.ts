import { isOfThread, isWithin, type Stretch, type ThreadId, type TraceEvent } from './trace-event.ts';

/** One task of a thread, in microseconds. */
export interface Task {
  readonly startUs: number;
  readonly durationUs: number;
  /** Time that the thread ran, without waiting for a core. */
  readonly cpuUs: number;
}

/** Not counted: a second record of the same task, and the wait around it. Only spans inside of these count. */
const AROUND_TASKS = new Set(['RunTask', 'EpollEvent']);

/** Spans of a thread that have thread time, by their start; of two with the same start, the longer, outer span comes first. */
export function timedSpansOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): TraceEvent[] {
  return events
    .filter(
      (event) =>
        event.ph === 'X' &&
        !AROUND_TASKS.has(event.name) &&
        event.tdur !== undefined &&
        isOfThread(event, thread) &&
        isWithin(event, stretch),
    )
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
}

/** Spans that no other span encloses: tasks, and work that the browser runs between tasks, such as microtasks. */
export function outermostOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): TraceEvent[] {
  let endUs = Number.NEGATIVE_INFINITY;
  return timedSpansOf(events, thread, stretch).filter(({ ts, dur = 0 }) => {
    if (ts < endUs) return false;
    endUs = ts + dur;
    return true;
  });
}

/** All tasks of a thread, without tasks that run inside another task. */
export function tasksOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): Task[] {
  return outermostOf(events, thread, stretch).map(({ ts, dur = 0, tdur = 0 }) => ({
    startUs: ts,
    durationUs: dur,
    cpuUs: tdur,
  }));
}

export function cpuMsOf(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / 1_000;
}

/** Tasks of more than this keep a viewer's input waiting. */
const LONG_TASK_US = 50_000;

/** Thread time beyond 50 ms of every task. */
export function blockedMsOf(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { cpuUs }) => sum + Math.max(0, cpuUs - LONG_TASK_US), 0) / 1_000;
}

export function longestMsOf(tasks: readonly Task[]): number {
  return tasks.reduce((longest, { cpuUs }) => Math.max(longest, cpuUs), 0) / 1_000;
}
