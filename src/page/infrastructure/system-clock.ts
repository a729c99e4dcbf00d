import { timerDelayMs, type Clock, type MomentOf, type Random } from '../../../protocol/runtime/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicNow: () => performance.timeOrigin + performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, timerDelayMs(delayMs));
    return () => clearTimeout(timer);
  },
};

/** Input waits while the main thread is busy: what happened counts from then, not from when code hears of it. */
export const momentOf: MomentOf = ({ timeStamp }) => performance.timeOrigin + timeStamp;

export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};
