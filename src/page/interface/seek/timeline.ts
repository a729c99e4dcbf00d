import type { PlayerSnapshot } from '../../player/player.ts';

/**
 * Margin of a live window, whose oldest part is about to expire: a seek there would fall out of the window at once. In a short
 * window, a quarter.
 */
const LIVE_WINDOW_MARGIN_SECONDS = 8;

/** Range of the seek bar: the whole video, or the available window of a live stream. Seconds. */
export interface Timeline {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** A live stream without a window shows its bar full and still. */
  readonly canSeek: boolean;
}

type TimelineSource = Pick<PlayerSnapshot, 'seekable' | 'durationSeconds' | 'video'>;

export function timelineOf({ seekable, durationSeconds, video }: TimelineSource): Timeline {
  const [oldest] = seekable;
  const endSeconds = video.isLive ? seekable[1] : durationSeconds;
  const margin = video.isLive ? Math.min(LIVE_WINDOW_MARGIN_SECONDS, (endSeconds - oldest) / 4) : 0;
  const startSeconds = oldest + margin;
  const canSeek = endSeconds > startSeconds && (!video.isLive || video.allowLiveDvr);
  return { startSeconds, endSeconds, canSeek };
}

/** Position of a media time on the bar, 0 to 1. */
export function fractionAt({ startSeconds, endSeconds }: Timeline, seconds: number): number {
  const span = endSeconds - startSeconds;
  return span <= 0 ? 0 : clampFraction((seconds - startSeconds) / span);
}

/** The media time at a place on the bar. */
export function secondsAt({ startSeconds, endSeconds }: Timeline, fraction: number): number {
  return startSeconds + clampFraction(fraction) * (endSeconds - startSeconds);
}

export function clampFraction(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

export function clampToTimeline({ startSeconds, endSeconds }: Timeline, seconds: number): number {
  return Math.min(endSeconds, Math.max(startSeconds, seconds));
}
