import { systemClock } from '../../system-clock.ts';
import type { AdaptiveEngineDependencies } from './adaptive-engine.ts';
import type { HlsMedia } from './hls-library.ts';

/** Where hls.js requests something again, it reads this member of windows, which workers do not have, and throws. */
const scope = globalThis as { status?: unknown };

/** Dependencies that both engines take from the thread that they run in. */
export function platformOf(
  media: unknown,
): Pick<AdaptiveEngineDependencies, 'media' | 'clock' | 'performance' | 'connection' | 'memoryGigabytes'> {
  scope.status ??= '';
  const { deviceMemory: memoryGigabytes } = navigator as { readonly deviceMemory?: number };
  return { media: media as HlsMedia, clock: systemClock, performance, connection: globalThis, memoryGigabytes };
}
