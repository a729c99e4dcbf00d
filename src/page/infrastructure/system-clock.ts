import type { MomentOf } from '../../../protocol/runtime/clock.ts';
import { createSystemClock, createSystemRandom } from '../../../protocol/runtime/system-clock.ts';

export const systemClock = createSystemClock(globalThis);
export const systemRandom = createSystemRandom(crypto);

/** Time at which an event occurred: its listener runs later if the main thread is busy. */
export const momentOf: MomentOf = ({ timeStamp }) => performance.timeOrigin + timeStamp;
