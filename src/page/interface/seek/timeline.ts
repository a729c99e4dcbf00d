import type { PlayerSnapshot } from '../../player/player.ts';

/**
 * Margin at the start of a live window, whose oldest part is about to expire: a position there would fall out of the window at once. In a
 * short window, the margin is a quarter of it.
 */
const LIVE_WINDOW_MARGIN_SECONDS = 8;

/** Range of the seek bar: the whole video, or the available window of a live stream. Seconds. */
export interface Timeline {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** `false` for a live stream without a window, whose bar is full and does not move. */
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
