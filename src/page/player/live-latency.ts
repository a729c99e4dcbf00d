import type { LiveFacts } from '../../../protocol/media/media-engine.ts';

/**
 * Distance of a position behind the live edge, seconds: behind the newest time in the playlist, plus the time since that was first
 * seen. Only the viewer's clock is used. `null` before there is a segment.
 */
export function liveLatencySeconds(
  { edgeSeconds, edgeAtMs }: Pick<LiveFacts, 'edgeSeconds' | 'edgeAtMs'>,
  positionSeconds: number,
  nowMs: number,
): number | null {
  return edgeSeconds === null ? null : edgeSeconds + (nowMs - edgeAtMs) / 1_000 - positionSeconds;
}
