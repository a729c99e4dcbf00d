import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { timelineOf } from './timeline.ts';

/**
 * Runs `seek` as soon as the length of the present video is known. Never runs it if another video is shown first, or if
 * the video turns out not to be seekable.
 */
export function onceSeekable(player: Player, seek: () => void): void {
  const { videoId } = player.getSnapshot().video;
  let isWaiting = true;
  const check = (): void => {
    const snapshot = player.getSnapshot();
    const { video } = snapshot;
    const isOther = videoId !== '' && video.videoId !== videoId;
    if (!isWaiting || !(isOther || isKnown(snapshot))) return;
    isWaiting = false;
    stop();
    if (!isOther && timelineOf(snapshot).canSeek) seek();
  };
  // Runs in a microtask, since the code that sets the length may still set other values.
  const stop = player.subscribe(() => queueMicrotask(check));
  check();
}

/** In a live stream shorter than this, playback may begin at 0, since it begins a few segments behind the live edge. */
const YOUNG_STREAM_SECONDS = 30;

/** Whether the length is known or, for a live stream, its window and start position, since the position is 0 until then. */
function isKnown({ video, durationSeconds, seekable: [start, end], position }: PlayerSnapshot): boolean {
  if (!video.isLive) return durationSeconds > 0;
  const mayBeginAtZero = start <= 0 && end <= YOUNG_STREAM_SECONDS;
  return !video.allowLiveDvr || (end > 0 && (position.seconds > 0 || mayBeginAtZero));
}
