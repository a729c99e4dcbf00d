import { createSystemClock } from '../protocol/runtime/system-clock.ts';

/** For composition roots: the clock of workers, and of main where a worker's module runs there. */
export const systemClock = createSystemClock(globalThis);
