/** A pause between two turns of the loop that is longer by this was other work: the clock of pages that are not isolated has steps of 0.1 ms. */
const OTHER_WORK_MIN_MS = 0.2;

export interface IdleLoopEnvironment {
  readonly now: () => number;
  /** Runs a task behind all others of the thread; the work of pages, of frames of the screen and of input comes first. */
  readonly turn: (task: () => void) => void;
}

/** Tasks of the lowest priority, or where browsers have none, messages to itself. */
export function idleLoopEnvironment(window: Window & typeof globalThis): IdleLoopEnvironment {
  const { scheduler } = window as { readonly scheduler?: Scheduler };
  const now = (): number => window.performance.now();
  if (scheduler !== undefined)
    return { now, turn: (task) => void scheduler.postTask(task, { priority: 'background' }) };
  const { port1, port2 } = new MessageChannel();
  let next = (): void => undefined;
  port1.onmessage = () => next();
  return {
    now,
    turn(task) {
      next = task;
      port2.postMessage(null);
    },
  };
}

interface Scheduler {
  postTask(task: () => void, options: { readonly priority: 'background' }): Promise<unknown>;
}

/**
 * Time of a thread that was not the loop's, in milliseconds a second: it takes all that the thread has left and adds up the
 * pauses in between. So it sees script, style, layout, paint and the browser's own tasks, which no clock inside of a script
 * does; it also sees what other processes take from the thread, so two of its results are compared, never one by itself.
 */
export async function measureOtherWork(
  { now, turn }: IdleLoopEnvironment,
  durationMs: number,
  signal: AbortSignal,
): Promise<number> {
  const startMs = now();
  let lastMs = startMs;
  let otherMs = 0;
  await new Promise<void>((resolve) => {
    const next = (): void => {
      const atMs = now();
      const pauseMs = atMs - lastMs;
      lastMs = atMs;
      if (pauseMs >= OTHER_WORK_MIN_MS) otherMs += pauseMs;
      if (signal.aborted || atMs - startMs >= durationMs) resolve();
      else turn(next);
    };
    turn(next);
  });
  return (otherMs / Math.max(1, lastMs - startMs)) * 1_000;
}
