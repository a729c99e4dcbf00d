import { createSystemClock, createSystemRandom } from '../../protocol/runtime/system-clock.ts';

/** Node's clock, for composition roots. Its timers do not keep the process alive. */
export const systemClock = createSystemClock({
  performance,
  setTimeout: (task, delayMs) => setTimeout(task, delayMs).unref(),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
});

export const systemRandom = createSystemRandom(crypto);
