import type { LiveFacts } from '../../../protocol/media/media-engine.ts';

/**
 * How far a position is behind the newest that the playlist names, with the time that has passed since that came: seconds, by
 * the viewer's clock alone. `null` before there is a segment.
 */
export function liveLatencySeconds(
  { edgeSeconds, edgeAtMs }: Pick<LiveFacts, 'edgeSeconds' | 'edgeAtMs'>,
  positionSeconds: number,
  nowMs: number,
): number | null {
  return edgeSeconds === null ? null : edgeSeconds + (nowMs - edgeAtMs) / 1_000 - positionSeconds;
}
