import type { SegmentPlace } from './transmuxer.ts';

/** Digits of a second: hls.js adds lengths up to a place, which is to be right to a tick of 11 µs. */
const DIGITS = 7;

/**
 * Writes how long segments are by their own times. hls.js gives the first segment that it parses the place by the playlist, and
 * encoders round: after a head start that is a later segment than the first, and the stream would jump by what was rounded.
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
