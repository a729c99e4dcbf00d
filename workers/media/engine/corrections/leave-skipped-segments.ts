import { ErrorDetails, Events, type LevelDetails } from 'hls.js';
import type { Correction } from './correction.ts';

/** Jumps over the holes of skipped segments, and over gaps that playlists mark. */
export const leaveSkippedSegments: Correction = {
  name: 'leave skipped segments',
  reason:
    'hls.js jumps over a gap that playback reaches, and waits for one that it begins in; it loads a last segment that is shorter than a frame again and again.',
  upstream: 'video-dev/hls.js#6814, video-dev/hls.js#7941',
  since: 'hls.js 1.7.4',
  follow({ hls, media, skipped, loading, isLast }, signal) {
    const useGaps = (track: string, { fragments }: LevelDetails): void => {
      skipped.useGaps(track, fragments);
      const { currentTime, buffered } = media;
      if (loading.hasBuffered || buffered.length > 0) return;
      const startSeconds = currentTime > 0 ? currentTime : Math.max(0, hls.config.startPosition);
      const seconds = skipped.behindHoles(startSeconds);
      if (seconds === startSeconds) return;
      hls.config.startPosition = seconds;
      loading.restart(() => hls.startLoad(seconds));
    };
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => useGaps('main', details));
    hls.on(Events.AUDIO_TRACK_UPDATED, (_, { details }) => useGaps('audio', details));
    hls.on(Events.ERROR, (_, { details, frag }) => {
      if (details === ErrorDetails.BUFFER_APPEND_NO_PROGRESS && frag !== undefined && isLast(frag)) skipped.add(frag);
    });
    const leave = (): void => skipped.leaveHole();
    hls.on(Events.FRAG_BUFFERED, leave);
    media.addEventListener('seeking', leave, { signal });
  },
};
