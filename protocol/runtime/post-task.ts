import type { Clock } from './clock.ts';
import { JOB_PRIORITIES, type JobPriority } from '../threads/lifecycle-states.ts';

/** Runs `task` in a separate task, higher priorities first; the returned function cancels it. */
export type PostTask = (priority: JobPriority, task: () => void) => () => void;

/** The part of `globalThis.scheduler` that is used. */
export interface PlatformScheduler {
  postTask(task: () => void, options: { readonly priority: JobPriority }): Promise<unknown>;
}

/** The browser's own scheduler considers all work of the thread; the fallback orders at least the player's tasks. */
export function createPostTask(clock: Clock, scheduler: PlatformScheduler | undefined): PostTask {
  return scheduler === undefined ? createOwnPostTask(clock) : createPlatformPostTask(scheduler);
}

function createPlatformPostTask(scheduler: PlatformScheduler): PostTask {
  return (priority, task) => {
    let isCancelled = false;
    const run = (): void => {
      if (!isCancelled) task();
    };
    // `postTask` rejects with the error of its task; these tasks do not throw.
    scheduler.postTask(run, { priority }).catch(() => {});
    return () => (isCancelled = true);
  };
}

/** One task a turn, so that input and rendering run in between. */
function createOwnPostTask(clock: Clock): PostTask {
  const queues = new Map(JOB_PRIORITIES.map((priority) => [priority, new Set<() => void>()]));
  let isScheduled = false;
  const arm = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    clock.after(0, turn);
  };
  const turn = (): void => {
    isScheduled = false;
    const queue = [...queues.values()].find(({ size }) => size > 0);
    if (queue === undefined) return;
    const [task] = queue;
    if (task === undefined) return;
    queue.delete(task);
    arm();
    task();
  };
  return (priority, task) => {
    const entry = (): void => task();
    queues.get(priority)?.add(entry);
    arm();
    return () => void queues.get(priority)?.delete(entry);
  };
}
