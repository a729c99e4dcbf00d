import { MEDIA } from '../../../protocol/constants.ts';
import { secondsAhead } from '../../../protocol/time-ranges.ts';
import type { PingPolicy } from '../supervision/liveness.ts';

/** Tracks of one film do not end on the same frame. */
const END_TOLERANCE_SECONDS = 0.5;

type Playing = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'duration' | 'ended' | 'paused' | 'playbackRate' | 'seeking'
>;

/**
 * When a media worker is asked whether it lives. A dead one is silent, and what is buffered plays on; one that is
 * merely busy is let be for as long as there is something to play.
 */
export function workerNeed(element: Playing, isHidden: () => boolean): PingPolicy {
  return {
    intervalMs: MEDIA.pingIntervalMs,
    timeoutMs: MEDIA.pingTimeoutMs,
    isNeeded: () => (!element.paused || element.seeking) && !element.ended,
    plentyMs: () => plentyMs(element),
    mayReplace: () => !isHidden() && secondsAhead(element) < MEDIA.starvingSeconds,
  };
}

/** What reaches to the end needs no worker any more. */
function plentyMs(element: Playing): number {
  const aheadSeconds = secondsAhead(element);
  const isWhole = element.currentTime + aheadSeconds >= element.duration - END_TOLERANCE_SECONDS;
  return ((aheadSeconds - (isWhole ? 0 : MEDIA.plentySeconds)) / element.playbackRate) * 1_000;
}
