import type { IdleLoopEnvironment } from '../../src/page/interface/profiler/idle-loop.ts';

const TURN_MS = 0.05;

/**
 * A thread whose time passes by its work alone: each turn of the loop takes some, and before it what is due by then, in
 * `[everyMs, takesMs]`. Timers are due, too.
 */
export function createBusyThread() {
  let nowMs = 0;
  const timers: { readonly dueMs: number; readonly task: () => void }[] = [];
  const works = new Map<string, { readonly everyMs: number; readonly takesMs: number; dueMs: number }>();
  const loop: IdleLoopEnvironment = {
    // Each look at the clock takes time, or what waits for it would wait for ever.
    now: () => (nowMs += 0.001),
    turn: (task) =>
      queueMicrotask(() => {
        nowMs += TURN_MS;
        for (const work of works.values())
          if (nowMs >= work.dueMs) {
            nowMs += work.takesMs;
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
  return { loop, after, work, stop: (name: string) => works.delete(name) };
}
