import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { timelineOf } from './timeline.ts';

/**
 * Runs `seek` as soon as the length of the present video is known, or not at all: where another is shown first, and where there
 * will be nothing to seek in.
 */
export function onceSeekable(player: Player, seek: () => void): void {
  const { videoId } = player.getSnapshot().video;
  let isWaiting = true;
  const look = (): void => {
    const snapshot = player.getSnapshot();
    const { video } = snapshot;
    const isOther = videoId !== '' && video.videoId !== videoId;
    if (!isWaiting || !(isOther || isKnown(snapshot))) return;
    isWaiting = false;
    stop();
    if (!isOther && timelineOf(snapshot).canSeek) seek();
  };
  /** Not within the change: what makes the length known has more to set. */
  const stop = player.subscribe(() => queueMicrotask(look));
  look();
}

/** Playback begins a few segments behind the edge, which is at 0 only where there are no more. */
const YOUNG_STREAM_SECONDS = 30;

/** Of a live stream its window, and where in it playback has begun: until then it stands at 0. */
function isKnown({ video, durationSeconds, seekable: [start, end], position }: PlayerSnapshot): boolean {
  if (!video.isLive) return durationSeconds > 0;
  const mayBeginAtZero = start <= 0 && end <= YOUNG_STREAM_SECONDS;
  return !video.allowLiveDvr || (end > 0 && (position.seconds > 0 || mayBeginAtZero));
}
