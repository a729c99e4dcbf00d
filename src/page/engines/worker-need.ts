import { secondsAhead } from '../../../protocol/media/time-ranges.ts';
import type { PingPolicy } from '../supervision/liveness.ts';

/** Liveness of the media worker, asked for while it plays or seeks. Our choices. */
export const PING_INTERVAL_MS = 1_500;
export const PING_TIMEOUT_MS = 3_000;
/** A silent worker is replaced once there is less than this to play; until then it may just be busy. Our choice. */
export const STARVING_SECONDS = 4;
/** With more than this to play nobody waits for the worker, and it is not asked. Our choice. */
export const PLENTY_SECONDS = 10;

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
    intervalMs: PING_INTERVAL_MS,
    timeoutMs: PING_TIMEOUT_MS,
    isNeeded: () => (!element.paused || element.seeking) && !element.ended,
    plentyMs: () => plentyMs(element),
    mayReplace: () => !isHidden() && secondsAhead(element) < STARVING_SECONDS,
  };
}

/** What reaches to the end needs no worker any more. */
function plentyMs(element: Playing): number {
  const aheadSeconds = secondsAhead(element);
  const isWhole = element.currentTime + aheadSeconds >= element.duration - END_TOLERANCE_SECONDS;
  return ((aheadSeconds - (isWhole ? 0 : PLENTY_SECONDS)) / element.playbackRate) * 1_000;
}
