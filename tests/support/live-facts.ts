import type { LiveFacts } from '../../protocol/media/media-engine.ts';

/** A live stream that grows, as an engine reports it. */
export const LIVE_FACTS: LiveFacts = {
  condition: 'on',
  edgeSeconds: 60,
  edgeAtMs: 0,
  targetLatencySeconds: 6,
  isLowLatency: false,
  jumps: 0,
};
