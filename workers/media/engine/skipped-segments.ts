import type { Fragment } from 'hls.js';
import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';

/** Segments do not begin exactly at the times in playlists. */
const HOLE_PADDING_SECONDS = 0.05;

/** The end of a skipped segment, seconds. */
export function behind({ end }: Pick<Fragment, 'end'>): number {
  return end + HOLE_PADDING_SECONDS;
}

type Hole = Pick<Fragment, 'start' | 'end'>;

/** Segments that are skipped because they are missing or damaged, or that playlists mark as gaps, and the holes that result. */
export class SkippedSegments {
  readonly #media: HlsMedia;
  readonly #fragments: Fragment[] = [];
  /** Gaps of the latest playlists, by track. */
  readonly #gaps = new Map<string, readonly Hole[]>();

  constructor(media: HlsMedia) {
    this.#media = media;
  }

  /** Skips a segment as if the playlist had marked a gap. */
  add(fragment: Fragment): void {
    fragment.gap = true;
    fragment.tagList.push(['GAP']);
    this.#fragments.push(fragment);
  }

  /** Call it when a playlist of a track has been read. */
  useGaps(track: string, fragments: readonly (Hole & { readonly gap?: boolean | undefined })[]): void {
    this.#gaps.set(
      track,
      fragments.filter(({ gap }) => gap === true),
    );
  }

  /** The media position, or the end of the hole that it is in. */
  placeToPlay(): number {
    const { currentTime } = this.#media;
    return secondsAhead(this.#media) > 0 ? currentTime : this.behindHoles(currentTime);
  }

  /** `seconds`, or the end of adjacent holes if it is inside them. */
  behindHoles(seconds: number): number {
    const hole = [...this.#fragments, ...[...this.#gaps.values()].flat()].find(
      ({ start, end }) => seconds >= start && seconds < end,
    );
    return hole === undefined ? seconds : this.behindHoles(behind(hole));
  }

  /** hls.js jumps over a hole that playback reaches, not over a hole in which playback starts. */
  leaveHole(): void {
    const place = this.placeToPlay();
    if (place > this.#media.currentTime && secondsAhead(this.#media, place) > 0) this.#media.currentTime = place;
  }
}
