import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { GaugeName } from '../../../protocol/profiling/thread-spans.ts';

const TIER_GAUGES: Readonly<Record<number, GaugeName>> = {
  [EVENT_TIER.unspecified]: 'defaultEvents',
  [EVENT_TIER.default]: 'defaultEvents',
  [EVENT_TIER.dispatchToEmpty]: 'dispatchEvents',
  [EVENT_TIER.fast]: 'fastEvents',
  [EVENT_TIER.immediate]: 'immediateEvents',
};

/** Counts an event that came into the queue. A newer build's tier, from a stored line, is not one of these. */
export function countTier({ gauges }: Pick<SpanRing, 'gauges'>, tier: number): void {
  const gauge = TIER_GAUGES[tier];
  if (gauge !== undefined) gauges[gauge] = (gauges[gauge] ?? 0) + 1;
}
