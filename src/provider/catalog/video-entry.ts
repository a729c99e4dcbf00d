import type { VideoEntry } from '../../../protocol/provider/player-response.ts';
import type { Video } from './catalog.ts';

/** A video as lists and suggestions show it. */
export function videoEntry({ id, title, lengthSeconds, posters }: Video): VideoEntry {
  const poster = posters.find(({ mimeType }) => mimeType === 'image/jpeg') ?? posters[0];
  const entry = { videoId: id, title, lengthSeconds };
  return poster === undefined ? entry : { ...entry, posterUrl: poster.url };
}
