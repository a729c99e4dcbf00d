/** How soon an event is sent (L5). Events of a higher tier never wait for events of a lower tier. */
export const EVENT_TIER = { unspecified: 0, default: 100, dispatchToEmpty: 200, fast: 300, immediate: 400 } as const;
export type EventTier = (typeof EVENT_TIER)[keyof typeof EVENT_TIER];

export function nearestTier(tier: number): number {
  return Math.min(Math.max(tier, EVENT_TIER.unspecified), EVENT_TIER.immediate);
}
