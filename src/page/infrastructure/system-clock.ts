import type { Clock, Random } from '../../../protocol/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.timeOrigin + performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};
