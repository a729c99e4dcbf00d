import { systemClock } from '../../system-clock.ts';
import type { AdaptiveEngineDependencies } from './adaptive-engine.ts';
import type { HlsMedia } from './hls-library.ts';

/** What both engines take from the thread that they run in. */
export function platformOf(
  media: unknown,
): Pick<AdaptiveEngineDependencies, 'media' | 'clock' | 'performance' | 'connection'> {
  return { media: media as HlsMedia, clock: systemClock, performance, connection: globalThis };
}
