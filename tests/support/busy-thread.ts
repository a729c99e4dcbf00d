import type { IdleLoopEnvironment } from '../../src/page/interface/profiler/idle-loop.ts';

const TURN_MS = 0.05;
const CHECK_MS = 0.01;
/** Spreads the interruptions by other processes evenly, in no rhythm with the loop. */
const GOLDEN_RATIO = 0.618;

/**
 * A simulated thread whose time passes only by work: in each turn of the loop, each `work` that is due takes its `takesMs`, and
 * then the first due timer fires.
 */
export function createBusyThread() {
  let nowMs = 0;
  const timers: { readonly dueMs: number; readonly task: () => void }[] = [];
  const works = new Map<string, { readonly everyMs: number; readonly takesMs: number; dueMs: number }>();
  const taken = { everyMs: Number.POSITIVE_INFINITY, takesMs: 0, dueMs: Number.POSITIVE_INFINITY, count: 0 };
  // The thread runs for this long, and waits in between whenever other processes have its processor.
  const pass = (ms: number): number => {
    nowMs += ms;
    while (nowMs >= taken.dueMs) {
      nowMs += taken.takesMs;
      taken.count += 1;
      taken.dueMs = nowMs + taken.everyMs * (0.5 + ((taken.count * GOLDEN_RATIO) % 1));
    }
    return nowMs;
  };
  const loop: IdleLoopEnvironment = {
    // Reading the clock takes time, or a loop that waits for the clock would never end.
    now: () => pass(CHECK_MS),
    turn: (task) =>
      queueMicrotask(() => {
        pass(TURN_MS);
        for (const work of works.values())
          if (nowMs >= work.dueMs) {
            pass(work.takesMs);
            work.dueMs += work.everyMs;
          }
        const due = timers.findIndex(({ dueMs }) => nowMs >= dueMs);
        if (due >= 0) timers.splice(due, 1)[0]?.task();
        task();
      }),
  };
  const after = (delayMs: number, task: () => void) => {
    const timer = { dueMs: nowMs + delayMs, task };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const work = (name: string, everyMs: number, takesMs: number): void =>
    void works.set(name, { everyMs, takesMs, dueMs: nowMs + everyMs });
  // Other processes have the processor for `takesMs`, about every `everyMs`.
  const take = (everyMs: number, takesMs: number): void =>
    void Object.assign(taken, { everyMs, takesMs, dueMs: nowMs + everyMs });
  return { loop, after, work, take, stop: (name: string) => works.delete(name) };
}
