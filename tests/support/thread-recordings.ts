import type { ThreadName } from '../../protocol/threads/error-record.ts';
import type { InputDetail } from '../../protocol/recording/thread-spans.ts';
import { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';

/** Time origin of a recorded thread: times in the panel are so much later than times of its spans. */
export const ORIGIN_MS = 1_000;

/** A recorder of a thread, with a clock that the test sets. */
export function recordThread(lane: ThreadName, nowMs = 20_000, timeOrigin = ORIGIN_MS) {
  const clock = { timeOrigin, nowMs, now: () => clock.nowMs };
  return { clock, ring: new SpanRing(lane, clock), inputs: new Map<number, InputDetail>() };
}

/** An interaction as a recorder keeps it: 20 ms of delay, 30 ms of handlers, 50 ms to the screen. */
export const PRESS = { type: 'click', target: 'button settings', delayMs: 20, handlersMs: 30, toScreenMs: 50 } as const;
