import { END_TOLERANCE_SECONDS, secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';

/**
 * Detects that playback waits at the end of a video for an end that hls.js does not declare. It takes a separate audio
 * track for chosen only once it has seen one of its segments play, and ends no track before; on a busy machine, a seek
 * to the last moments has played them by the time it looks.
 */
export class UnseenEnd {
  readonly #media: HlsMedia;
  #hasLastPictures = false;
  #hasLastSound = false;
  /** hls.js tells a stall once, which may be before the last segments are in. */
  #stalledAtSeconds: number | null = null;

  constructor(media: HlsMedia) {
    this.#media = media;
  }

  /** The last segment of the video track is in its buffer. */
  lastPicturesBuffered(): void {
    this.#hasLastPictures = true;
  }

  /** The same of a separate audio track. */
  lastSoundBuffered(): void {
    this.#hasLastSound = true;
  }

  /** @param isStalled The element has come to a stand, up to a picture before the end of what it has. */
  isReached(isStalled = false): boolean {
    const { currentTime, duration, ended, seeking } = this.#media;
    if (isStalled) this.#stalledAtSeconds = currentTime;
    if (!this.#hasLastPictures || seeking || ended) return false;
    const restSeconds = duration - currentTime;
    const aheadSeconds = secondsAhead(this.#media);
    const isStanding = this.#stalledAtSeconds === currentTime;
    /** Chromium that has run dry waits for more than is left, until it hears that there is no more. */
    const hasAll = isStanding && this.#hasLastSound && restSeconds - aheadSeconds < END_TOLERANCE_SECONDS;
    return hasAll || (restSeconds < END_TOLERANCE_SECONDS && aheadSeconds === 0);
  }
}
