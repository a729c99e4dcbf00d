import { TIMER_MAX_MS, type Clock } from '../protocol/runtime/clock.ts';

/** For composition roots: the clock of workers, and of main where a worker's module runs there. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.timeOrigin + performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, Math.min(delayMs, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  },
};
