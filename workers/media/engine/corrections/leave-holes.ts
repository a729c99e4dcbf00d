import { Events } from 'hls.js';
import { rangesOf, secondsAhead } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from '../hls-library.ts';
import type { Correction } from './correction.ts';

/** hls.js counts a position this close to the next segment as part of that segment (`maxFragLookUpTolerance`). */
const HOLE_MAX_SECONDS = 0.25;
/** A hole that has not been filled after this time counts as final. */
const PATIENCE_MS = 500;

/** Jumps over a hole in place of hls.js, which does so only while it plays: a paused element would seek forever. */
export const leaveHoles: Correction = {
  name: 'leave holes while paused',
  reason: 'A seek to just before a segment of sound may load that one and not the one before it.',
  upstream: 'video-dev/hls.js#4367',
  since: 'hls.js 1.7.4',
  follow({ hls, media, clock }, signal) {
    let cancel = (): void => undefined;
    const check = (): void => {
      cancel();
      const place = placeBehindHole(media);
      if (place === undefined) return;
      cancel = clock.after(PATIENCE_MS, () => {
        if (placeBehindHole(media) === place) media.currentTime = place;
      });
    };
    hls.on(Events.FRAG_BUFFERED, check);
    for (const event of ['seeking', 'pause']) media.addEventListener(event, check, { signal });
    signal.addEventListener('abort', () => cancel());
  },
};

function placeBehindHole(media: HlsMedia): number | undefined {
  const { paused, seeking, currentTime, buffered } = media;
  if (!paused || !seeking || secondsAhead(media) > 0) return undefined;
  return rangesOf(buffered)
    .map(([startSeconds]) => startSeconds)
    .find((startSeconds) => startSeconds > currentTime && startSeconds - currentTime <= HOLE_MAX_SECONDS);
}
