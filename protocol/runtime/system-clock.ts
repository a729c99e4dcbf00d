import { timerDelayMs, type Clock, type Random } from './clock.ts';

/** The part of a global object that a clock needs. */
export interface ClockPlatform<Timer> {
  readonly performance: { readonly timeOrigin: number; now(): number };
  setTimeout(task: () => void, delayMs: number): Timer;
  clearTimeout(timer: Timer): void;
}

/** The clock of a thread, for its composition root. */
export function createSystemClock<Timer>(platform: ClockPlatform<Timer>): Clock {
  return {
    now: () => Date.now(),
    monotonicNow: () => platform.performance.timeOrigin + platform.performance.now(),
    after(delayMs, task) {
      const timer = platform.setTimeout(task, timerDelayMs(delayMs));
      return () => platform.clearTimeout(timer);
    },
  };
}

/** @param crypto The global object's `crypto`. */
export function createSystemRandom(crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array }): Random {
  return {
    fraction: () => Math.random(),
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  };
}
