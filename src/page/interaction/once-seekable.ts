import type { Player } from '../player/player.ts';
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
    const { video, durationSeconds } = snapshot;
    const isOther = videoId !== '' && video.videoId !== videoId;
    if (!isWaiting || (durationSeconds === 0 && !video.isLive && !isOther)) return;
    isWaiting = false;
    stop();
    if (!isOther && timelineOf(snapshot).canSeek) seek();
  };
  /** Not within the change: what makes the length known has more to set. */
  const stop = player.subscribe(() => queueMicrotask(look));
  look();
}
