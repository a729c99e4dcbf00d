import { createSystemClock } from '../protocol/runtime/system-clock.ts';

/** The clock that composition roots pass on: of workers, and of main where a worker's module runs on main. */
export const systemClock = createSystemClock(globalThis);
