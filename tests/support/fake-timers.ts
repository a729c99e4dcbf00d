import type { FakeClock } from './fake-clock.ts';

/** `setTimeout` and `clearTimeout` of a window, on a fake clock. */
export function timersOf(clock: FakeClock) {
  const cancels: (() => void)[] = [];
  return {
    setTimeout: (task: () => void, delayMs: number): number => cancels.push(clock.after(delayMs, task)),
    clearTimeout: (timer: number): void => cancels[timer - 1]?.(),
  };
}
