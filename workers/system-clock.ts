import { timerDelayMs, type Clock } from '../protocol/runtime/clock.ts';

/** For composition roots: the clock of workers, and of main where a worker's module runs there. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.timeOrigin + performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, timerDelayMs(delayMs));
    return () => clearTimeout(timer);
  },
};
