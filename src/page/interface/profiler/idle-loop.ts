/**
 * A pause of at least this length between two turns of the loop was other work: without isolation, the clock of a page has steps of 0.1
 * ms.
 */
const OTHER_WORK_MIN_MS = 0.2;
/** Long enough that almost all idle time is within turns, and short enough that no task waits for a turn. */
const TURN_MS = 1;

export interface IdleLoopEnvironment {
  readonly now: () => number;
  /** Runs a task after all other tasks of the thread: the page's work, rendering and input come first. */
  readonly turn: (task: () => void) => void;
}

/** Uses tasks of the lowest priority, or, in browsers without them, messages to itself. */
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

/** Result of one window of the loop. */
export interface OtherWork {
  /** Work of the thread that was not the loop's, milliseconds a second. */
  readonly msPerSecond: number;
  /** Part of the time in which the thread was ready and its processor did something else. */
  readonly takenShare: number;
}

/**
 * Measures the work of a thread outside of the loop: the loop takes all idle time of the thread and adds up the pauses between its turns.
 * So the result includes script, style, layout, paint and the browser's own tasks, which a script cannot measure by a clock. Within a
 * turn the loop only reads the clock: a jump there is time that other processes took from the thread. They take the same share of the
 * thread's work, so the result is reduced by that share.
 */
export async function measureOtherWork(
  { now, turn }: IdleLoopEnvironment,
  durationMs: number,
  signal: AbortSignal,
): Promise<OtherWork> {
  const startMs = now();
  let lastMs = startMs;
  let otherMs = 0;
  let turnsMs = 0;
  let takenMs = 0;
  await new Promise<void>((resolve) => {
    const next = (): void => {
      const atMs = now();
      if (atMs - lastMs >= OTHER_WORK_MIN_MS) otherMs += atMs - lastMs;
      lastMs = atMs;
      while (lastMs - atMs < TURN_MS) {
        const jumpMs = now() - lastMs;
        if (jumpMs >= OTHER_WORK_MIN_MS) takenMs += jumpMs;
        lastMs += jumpMs;
      }
      turnsMs += lastMs - atMs;
      if (signal.aborted || lastMs - startMs >= durationMs) resolve();
      else turn(next);
    };
    turn(next);
  });
  const takenShare = takenMs / Math.max(TURN_MS, turnsMs);
  return { msPerSecond: (otherMs / Math.max(1, lastMs - startMs)) * (1 - takenShare) * 1_000, takenShare };
}
