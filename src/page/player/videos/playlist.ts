import type { Random } from '../../../../protocol/runtime/clock.ts';
import type { PlaylistDetails } from '../../../../protocol/provider/player-response.ts';
import { readPlaylist, type PlaylistReference, type VideoOptions } from '../../../../protocol/host/video-options.ts';
import type { PlaylistSnapshot } from '../player.ts';

/** Playlists as immutable values. An id may occur in a list more than once. */

/** The playlist that options name, or `null`. `list` and `playlist` mean the same; they differ only in precedence. */
export function playlistReference(options: VideoOptions): PlaylistReference | null {
  if (options.list !== undefined && options.list !== '') {
    return typeof options.list === 'string' && !options.list.includes(',') && options.list.length !== 11
      ? { listId: options.list }
      : readPlaylist(options.list);
  }
  if (options.playlist !== undefined && options.playlist !== '') return readPlaylist(options.playlist);
  return null;
}

/** Ids of a playlist: the video of the address comes first; a list that starts with that video is complete. */
export function playlistIds(first: string | undefined, rest: readonly string[]): readonly string[] {
  return first === undefined || rest[0] === first ? rest : [first, ...rest];
}

export function makePlaylist(
  videoIds: readonly string[],
  index: number,
  listId: string | null,
  details: PlaylistDetails | null = null,
): PlaylistSnapshot | null {
  if (videoIds.length === 0) return null;
  const inside = Math.min(Math.max(0, Math.trunc(index)), videoIds.length - 1);
  return { videoIds, index: inside, listId, shuffled: false, details };
}

/** Index of the entry `step` away; wraps around only when looping, and is `null` past the end. */
export function neighbour(playlist: PlaylistSnapshot, step: 1 | -1, loop: boolean): number | null {
  const next = playlist.index + step;
  if (next >= 0 && next < playlist.videoIds.length) return next;
  if (loop) return (next + playlist.videoIds.length) % playlist.videoIds.length;
  // Before the first entry, the first entry starts again; after the last entry, playback stops.
  return step === -1 ? 0 : null;
}

/** Indexes of entries in the list, in playing order. */
export type PlayingOrder = readonly number[];

/** A random order that plays the entry at `current` first. */
export function shuffledOrder(count: number, current: number, random: Random): PlayingOrder {
  const rest = Array.from({ length: count }, (_, index) => index).filter((index) => index !== current);
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random.fraction() * (last + 1));
    const [one = 0, other = 0] = [rest[last], rest[chosen]];
    [rest[last], rest[chosen]] = [other, one];
  }
  return [current, ...rest];
}
