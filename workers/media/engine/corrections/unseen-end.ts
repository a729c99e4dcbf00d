import { ErrorDetails, Events } from 'hls.js';
import {
  END_TOLERANCE_SECONDS,
  secondsAhead,
  type SecondsRange,
} from '../../../../protocol/runtime/media/time-ranges.ts';
import { bufferRanges } from '../../buffer-ranges.ts';
import type { HlsMedia } from '../hls-library.ts';
import type { Correction } from './correction.ts';

/** An element with less than this ahead plays no further. */
const FRAME_SECONDS = 0.05;

/**
 * Detects that playback waits at the end of a video for an end that hls.js does not declare. hls.js counts a separate
 * audio track as chosen only once it has seen one of its segments play, and ends no track before that; on a busy machine, the last
 * moments after a seek have already played when it checks.
 */
class UnseenEnd {
  readonly #media: HlsMedia;
  /** Buffered ranges of each track, where they are known. */
  readonly #tracks: () => readonly (readonly SecondsRange[])[];
  #hasLastPictures = false;
  #hasLastSound = false;
  /** hls.js reports a stall only once, perhaps before the last segments are in the buffer. */
  #stalledAtSeconds: number | null = null;

  constructor(media: HlsMedia, tracks: () => readonly (readonly SecondsRange[])[]) {
    this.#media = media;
    this.#tracks = tracks;
  }

  /** The last segment of the video track is in its buffer. */
  lastPicturesBuffered(): void {
    this.#hasLastPictures = true;
  }

  /** The last sound has been buffered; without a separate audio track it is in the last segment of pictures. */
  lastSoundBuffered(): void {
    this.#hasLastSound = true;
  }

  /** @param isStalled Whether the element has stalled, up to a picture before the end of its buffer. */
  isReached(isStalled = false): boolean {
    const { currentTime, duration, ended, seeking } = this.#media;
    if (isStalled) this.#stalledAtSeconds = currentTime;
    if (!this.#hasLastPictures || seeking || ended) return false;
    const restSeconds = duration - currentTime;
    const aheadSeconds = secondsAhead(this.#media);
    const isStanding = this.#stalledAtSeconds === currentTime || aheadSeconds < FRAME_SECONDS;
    // A stalled Chromium waits for more data than is left, until the source declares its end.
    const isNear = restSeconds - aheadSeconds < END_TOLERANCE_SECONDS;
    const hasAll = isStanding && this.#hasLastSound && (isNear || this.#isAllLoaded(currentTime));
    return hasAll || (restSeconds < END_TOLERANCE_SECONDS && aheadSeconds === 0);
  }

  /** Whether each track is loaded from here to its end; one track may be much shorter, such as one picture under a song. */
  #isAllLoaded(seconds: number): boolean {
    const tracks = this.#tracks();
    return tracks.length > 0 && tracks.every((ranges) => (ranges[ranges.length - 1]?.[0] ?? Infinity) <= seconds);
  }
}

/**
 * Declares the end of a video. hls.js also holds sound back until it has pictures for the sound, and checks that when more pictures
 * are appended. The pictures of the last segment may have been appended unnoticed, while the buffers were created; declaring the
 * end of the pictures releases the sound.
 */
export const declareUnseenEnd: Correction = {
  name: 'declare an unseen end',
  reason: 'hls.js ends no track before it has seen one of its segments play.',
  upstream: 'video-dev/hls.js#5000',
  since: 'hls.js 1.7.4',
  follow({ hls, media, isLast }) {
    let buffers: readonly SourceBuffer[] = [];
    const end = new UnseenEnd(media, () => buffers.map(bufferRanges));
    const endIfReached = (isStalled = false): void => {
      if (end.isReached(isStalled)) hls.trigger(Events.BUFFER_EOS, { type: null });
    };
    const endPictures = (): void => {
      end.lastPicturesBuffered();
      if (!hls.audioTracks.some(({ url }) => url)) end.lastSoundBuffered();
      hls.trigger(Events.BUFFER_EOS, { type: 'video' });
    };
    hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
      buffers = Object.values(tracks).flatMap(({ buffer }) => buffer ?? []) as SourceBuffer[];
    });
    hls.on(Events.ERROR, (_, { details }) => {
      if (details === ErrorDetails.BUFFER_STALLED_ERROR) endIfReached(true);
    });
    hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
      const track: string = frag.type;
      if (track === 'main' && isLast(frag)) endPictures();
      if (track === 'audio' && isLast(frag)) end.lastSoundBuffered();
      endIfReached();
    });
    hls.on(Events.FRAG_PARSED, () => endIfReached());
  },
};
