import { END_TOLERANCE_SECONDS, secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { PingPolicy } from '../supervision/liveness.ts';

/** Interval of pings of the media worker while the video plays or seeks. */
export const PING_INTERVAL_MS = 1_500;
export const PING_TIMEOUT_MS = 3_000;
/** An unresponsive worker is replaced once less than this is left to play; it may just be busy. */
export const STARVING_SECONDS = 4;
/** With more than this left to play nothing waits for the worker, and it is not pinged. */
export const PLENTY_SECONDS = 10;

type Playing = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'duration' | 'ended' | 'paused' | 'playbackRate' | 'seeking'
>;

/**
 * When a media worker is pinged. A dead worker fires no event, and the buffer plays on; a busy worker is left alone for as long as
 * there is buffer to play.
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

/** A buffer that reaches the end no longer needs a worker. */
function plentyMs(element: Playing): number {
  const aheadSeconds = secondsAhead(element);
  const isWhole = element.currentTime + aheadSeconds >= element.duration - END_TOLERANCE_SECONDS;
  return ((aheadSeconds - (isWhole ? 0 : PLENTY_SECONDS)) / element.playbackRate) * 1_000;
}
