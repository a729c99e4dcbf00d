import { randomBytes } from 'node:crypto';
import { timerDelayMs, type Clock, type Random } from '../../protocol/runtime/clock.ts';

/** Node's clock and randomness, for composition roots. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.timeOrigin + performance.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, timerDelayMs(delayMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (count) => randomBytes(count),
};
