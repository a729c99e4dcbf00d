import { END_TOLERANCE_SECONDS, secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { PingPolicy } from '../supervision/liveness.ts';

/** Interval of pings of the media worker while the video plays or seeks. */
export const PING_INTERVAL_MS = 1_500;
export const PING_TIMEOUT_MS = 3_000;
/** An unresponsive worker is replaced once less than this is buffered; until then it may only be busy. */
export const STARVING_SECONDS = 4;
/** With more than this buffered, playback does not depend on the worker, and the worker is not pinged. */
export const PLENTY_SECONDS = 10;

type Playing = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'duration' | 'ended' | 'paused' | 'playbackRate' | 'seeking'
>;

/**
 * When a media worker is pinged and replaced. A dead worker fires no event while the buffer plays on; a busy worker is not replaced
 * while enough is buffered.
 */
export function workerNeed(element: Playing, isHidden: () => boolean): PingPolicy {
  return {
    intervalMs: PING_INTERVAL_MS,
    timeoutMs: PING_TIMEOUT_MS,
    isNeeded: () => (!element.paused || element.seeking) && !element.ended,
    plentyMs: () => plentyMs(element),
    mayReplace: () => !isHidden() && secondsAhead(element) < STARVING_SECONDS,
  };
}

/** Time until the worker is needed; a buffer that reaches the end needs no worker. */
function plentyMs(element: Playing): number {
  const aheadSeconds = secondsAhead(element);
  const isWhole = element.currentTime + aheadSeconds >= element.duration - END_TOLERANCE_SECONDS;
  return ((aheadSeconds - (isWhole ? 0 : PLENTY_SECONDS)) / element.playbackRate) * 1_000;
}
