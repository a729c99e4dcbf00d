import { Events, type LevelDetails } from 'hls.js';
import type Hls from 'hls.js';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { HlsMedia } from './hls-library.ts';
import { LiveNumbering } from './live-numbering.ts';
import type { LiveState } from './live-state.ts';

export interface FollowLiveDependencies {
  readonly hls: Hls;
  readonly media: HlsMedia;
  readonly clock: Clock;
  readonly live: LiveState;
  readonly onChanged: () => void;
  /** The encoder has restarted: all times and numbers of the stream are invalid. */
  readonly onRestarted: () => void;
}

/** Keeps the state of a live stream up to date, and playback inside its window. */
export function followLive(
  { hls, media, clock, live, onChanged, onRestarted }: FollowLiveDependencies,
  signal: AbortSignal,
): void {
  const numbering = new LiveNumbering();
  const returnToWindow = (): void => {
    const seconds = media.paused ? null : live.wayBack(media, hls.liveSyncPosition);
    if (seconds === null) return;
    media.currentTime = seconds;
    onChanged();
  };
  const follow = (_: unknown, { details }: { readonly details: LevelDetails }): void => {
    const { liveSyncPosition: syncSeconds, targetLatency: targetLatencySeconds } = hls;
    if (live.follow(details, { syncSeconds, targetLatencySeconds, nowMs: clock.monotonicNow() })) onChanged();
    returnToWindow();
  };
  hls.on(Events.LEVEL_LOADED, (_, { level, details }) => {
    if (numbering.hasRestarted(level, details)) onRestarted();
  });
  hls.on(Events.LEVEL_UPDATED, follow);
  hls.on(Events.LEVEL_PTS_UPDATED, follow);
  // A long pause may have left the window.
  media.addEventListener('play', returnToWindow, { signal });
}
