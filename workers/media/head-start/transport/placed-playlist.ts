import type { SegmentPlace } from './transmuxer.ts';

/** Digits of a second: hls.js sums durations to a start time, and 7 digits keep it exact to one tick of 11 µs (90 kHz). */
const DIGITS = 7;

/**
 * Replaces each `EXTINF` by the duration from the segment's own times. hls.js places the first segment that it parses by `EXTINF`,
 * which encoders round. After a head start that is not the first segment of the stream, so the errors would add up to a jump.
 */
export function placedPlaylist(text: string, places: readonly (SegmentPlace | undefined)[]): string {
  let index = 0;
  return text.replaceAll(/^#EXTINF:[ \t]*[\d.]+/gm, (tag) => {
    const [place, next] = [places[index], places[index + 1]];
    index += 1;
    if (place === undefined) return tag;
    return `#EXTINF:${((next?.startSeconds ?? place.endSeconds) - place.startSeconds).toFixed(DIGITS)}`;
  });
}
