import { timerDelayMs, type Clock } from '../../protocol/runtime/clock.ts';

export function systemClock(window: Window & typeof globalThis): Clock {
  return {
    now: () => Date.now(),
    monotonicNow: () => window.performance.now(),
    after(delayMs, task) {
      const timer = window.setTimeout(task, timerDelayMs(delayMs));
      return () => window.clearTimeout(timer);
    },
  };
}
