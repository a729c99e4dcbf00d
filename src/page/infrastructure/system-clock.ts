import type { MomentOf } from '../../../protocol/runtime/clock.ts';
import { createSystemClock, createSystemRandom } from '../../../protocol/runtime/system-clock.ts';

export const systemClock = createSystemClock(globalThis);
export const systemRandom = createSystemRandom(crypto);

/** Time of an event itself: input waits while the main thread is busy, so its listener runs later. */
export const momentOf: MomentOf = ({ timeStamp }) => performance.timeOrigin + timeStamp;
