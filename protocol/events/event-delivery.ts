import type { EventName } from './events.ts';
import type { LogEndpoint } from './log-endpoints.ts';
import { EVENT_TIER, type EventTier } from './event-tier.ts';

/** Endpoint and tier of each event. Separate from the schemas, because main needs both before the first frame. */

/** Events that go to video_stats (L10); all others go to log_event. */
export const VIDEO_STATS_EVENTS = [
  'playbackStarted',
  'playbackStalled',
  'playbackQualityChanged',
  'playbackWatched',
  'playbackFrames',
  'playbackError',
] as const satisfies readonly EventName[];

/** Samples that the worker takes of its own work (S13): a lost sample costs less than its retries (C7). */
export const SKIP_RETRY_EVENTS = ['storageTransaction'] as const satisfies readonly EventName[];

/** Tiers other than the default. */
export const EVENT_TIERS: Readonly<Partial<Record<EventName, EventTier>>> = {
  /** The next flush sends these and all events queued with them: an operator sees a viewer within seconds. */
  infrastructureStarted: EVENT_TIER.dispatchToEmpty,
  playerStateChanged: EVENT_TIER.dispatchToEmpty,
  playbackFailed: EVENT_TIER.immediate,
  playbackError: EVENT_TIER.fast,
  playbackStarted: EVENT_TIER.fast,
  errorReported: EVENT_TIER.fast,
  documentLifecycleChanged: EVENT_TIER.fast,
};

/** Accepts any name: a stored line may carry a name that a newer page introduced. */
export function endpointOfEvent(name: string): LogEndpoint {
  return (VIDEO_STATS_EVENTS as readonly string[]).includes(name) ? 'video_stats' : 'log_event';
}

/** Whether a request with this event is sent once (C7). Accepts any name, like {@link endpointOfEvent}. */
export function skipsRetry(name: string): boolean {
  return (SKIP_RETRY_EVENTS as readonly string[]).includes(name);
}

export function tierOfEvent(name: EventName): EventTier {
  return EVENT_TIERS[name] ?? EVENT_TIER.default;
}
