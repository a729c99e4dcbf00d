import { systemClock } from '../../system-clock.ts';
import type { AdaptiveEngineDependencies } from './open-stream.ts';
import type { HlsMedia } from './hls-library.ts';

/** hls.js reads this member of windows when it repeats a request, and throws in workers, which do not have it. */
const scope = globalThis as {
  status?: unknown;
  readonly ManagedMediaSource?: Pick<typeof MediaSource, 'isTypeSupported'>;
};

type Platform =
  | ('media' | 'clock' | 'performance' | 'connection' | 'isOnline')
  | ('isTypeSupported' | 'memoryGigabytes' | 'mediaCapabilities');

/** Dependencies that both engines take from the thread that they run in. */
export function platformOf(media: unknown): Pick<AdaptiveEngineDependencies, Platform> {
  scope.status ??= '';
  // Some browsers lack `mediaCapabilities`, although the types do not allow for that.
  const { deviceMemory: memoryGigabytes, mediaCapabilities } = navigator as {
    readonly deviceMemory?: number;
    readonly mediaCapabilities?: MediaCapabilities;
  };
  return {
    ...{ media: media as HlsMedia, clock: systemClock, performance, connection: globalThis },
    isOnline: () => navigator.onLine,
    isTypeSupported: (type) => (scope.ManagedMediaSource ?? MediaSource).isTypeSupported(type),
    ...{ memoryGigabytes, mediaCapabilities },
  };
}
