import type { Correction } from './correction.ts';

/**
 * Restarts a stream that has loaded nothing yet at the target of a seek. Before its first segments are in, hls.js would wait
 * forever: it appends nothing until both tracks have been parsed, a seek drops the second track, and the second track is
 * loaded at most a segment ahead of the first.
 */
export const beginWhereSought: Correction = {
  name: 'begin where sought',
  reason: 'A seek before the first segments are appended is undone by the start position, or waits forever.',
  upstream: 'video-dev/hls.js#7932',
  since: 'hls.js 1.7.4',
  follow({ hls, media, loading, startedStream }, signal) {
    const isContinued = startedStream !== undefined;
    const beginHere = (): void => {
      const { currentTime } = media;
      // The late event of the seek to the position where the stream was opened: that position is already requested.
      const isThere = !isContinued && hls.config.startPosition === currentTime;
      if (isThere || (loading.hasBuffered && media.buffered.length > 0)) return;
      hls.config.startPosition = currentTime;
      if (hls.levels.length > 0) loading.restart(() => hls.startLoad(media.currentTime, isContinued));
    };
    media.addEventListener('seeking', beginHere, { signal });
  },
};
