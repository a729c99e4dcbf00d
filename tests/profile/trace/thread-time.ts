import { isOfThread, isWithin, type Stretch, type ThreadId, type TraceEvent } from './trace-event.ts';

/** One task of a thread, in microseconds. */
export interface Task {
  readonly startUs: number;
  readonly durationUs: number;
  /** Time that the thread ran; a thread that waits for a core does not. */
  readonly cpuUs: number;
}

const TASK = 'ThreadControllerImpl::RunTask';

/** All tasks of a thread, without those that run inside another. */
export function tasksOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): Task[] {
  const tasks: Task[] = [];
  let endUs = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.ph !== 'X' || event.name !== TASK || !isOfThread(event, thread) || !isWithin(event, stretch)) continue;
    const { ts, dur = 0, tdur = 0 } = event;
    if (ts < endUs) continue;
    endUs = ts + dur;
    tasks.push({ startUs: ts, durationUs: dur, cpuUs: tdur });
  }
  return tasks;
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
