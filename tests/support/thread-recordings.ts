import type { ThreadName } from '../../protocol/threads/error-record.ts';
import type { InputDetail } from '../../protocol/recording/thread-spans.ts';
import { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';

/** A recorder of a thread whose clock a test sets; times of spans are on it, those of the panel 1000 ms later. */
export const ORIGIN_MS = 1_000;

export function recordThread(lane: ThreadName, nowMs = 20_000, timeOrigin = ORIGIN_MS) {
  const clock = { timeOrigin, nowMs, now: () => clock.nowMs };
  return { clock, ring: new SpanRing(lane, clock), inputs: new Map<number, InputDetail>() };
}

/** An interaction as a recorder keeps it: 20 ms of delay, 30 of handlers, 50 to the screen. */
export const PRESS = { type: 'click', target: 'button settings', delayMs: 20, handlersMs: 30, toScreenMs: 50 } as const;
