import type { ThreadName } from '../../protocol/threads/error-record.ts';
import { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';
import type { Clock } from '../../protocol/runtime/clock.ts';

/** A recorder on the clock of a test. */
export function createSpans(clock: Pick<Clock, 'monotonicNow'>, lane: ThreadName = 'infrastructure'): SpanRing {
  return new SpanRing(lane, { timeOrigin: 0, now: () => clock.monotonicNow() });
}
