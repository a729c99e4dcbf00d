import type { Fragment } from 'hls.js';
import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';

/** Segments do not begin exactly where playlists say. */
const HOLE_PADDING_SECONDS = 0.05;

/** The end of a skipped segment, seconds. */
export function behind({ end }: Pick<Fragment, 'end'>): number {
  return end + HOLE_PADDING_SECONDS;
}

/** Segments that are skipped because they are missing or damaged, and the holes they make. */
export class SkippedSegments {
  readonly #media: HlsMedia;
  readonly #fragments: Fragment[] = [];

  constructor(media: HlsMedia) {
    this.#media = media;
  }

  /** As if the playlist had marked a gap. */
  add(fragment: Fragment): void {
    fragment.gap = true;
    fragment.tagList.push(['GAP']);
    this.#fragments.push(fragment);
  }

  /** The media position, or the end of the hole that it is in. */
  placeToPlay(): number {
    const { currentTime } = this.#media;
    const hole = this.#fragments.find(({ start, end }) => currentTime >= start && currentTime < end);
    return hole === undefined || secondsAhead(this.#media) > 0 ? currentTime : behind(hole);
  }

  /** hls.js jumps over a hole that playback reaches, not over one that it starts in. */
  leaveHole(): void {
    const place = this.placeToPlay();
    if (place > this.#media.currentTime && secondsAhead(this.#media, place) > 0) this.#media.currentTime = place;
  }
}
