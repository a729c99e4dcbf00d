import type { Wish } from '../model/wish.ts';

/** `playing orieldemo01 at 16.8 to 21.3 s, rate 1, volume 100, muted, captions off`. */
export function describeWish({ playback, video, place, rate, volume, muted, captions, list }: Wish): string {
  const behind = place.from === 'edge' ? ' behind the live edge' : '';
  const sound = `volume ${volume}${muted ? ', muted' : ''}`;
  const place0 = `${place.low.toFixed(2)} to ${place.high.toFixed(2)} s${behind}`;
  const entry = list === null ? '' : `, entry ${list.index} of ${list.videoIds.length}`;
  return `${playback} ${video.videoId} at ${place0}, rate ${rate}, ${sound}, captions ${captions}${entry}`;
}
