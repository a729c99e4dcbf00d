import type { MomentOf } from '../../../protocol/runtime/clock.ts';
import { createSystemClock, createSystemRandom } from '../../../protocol/runtime/system-clock.ts';

export const systemClock = createSystemClock(globalThis);
export const systemRandom = createSystemRandom(crypto);

/** Input waits while the main thread is busy: what happened counts from then, not from when code hears of it. */
export const momentOf: MomentOf = ({ timeStamp }) => performance.timeOrigin + timeStamp;
