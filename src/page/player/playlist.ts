import type { Random } from '../../../protocol/clock.ts';
import type { PlaylistDetails } from '../../../protocol/provider/player.ts';
import { readPlaylist, type PlaylistReference, type VideoOptions } from '../../../protocol/video-options.ts';
import type { PlaylistSnapshot } from './player.ts';

/** Playlists as values: every change makes a new one (host-api 2.3). */

/** The playlist that options ask for, or `null`. `list` and `playlist` mean the same but for the order of trust. */
export function playlistReference(options: VideoOptions): PlaylistReference | null {
  if (options.list !== undefined && options.list !== '') {
    return typeof options.list === 'string' && !options.list.includes(',') && options.list.length !== 11
      ? { listId: options.list }
      : readPlaylist(options.list);
  }
  if (options.playlist !== undefined && options.playlist !== '') return readPlaylist(options.playlist);
  return null;
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

/** The entry to go to, `step` away; wraps only when looping, and is `null` past the end. */
export function neighbour(playlist: PlaylistSnapshot, step: 1 | -1, loop: boolean): number | null {
  const next = playlist.index + step;
  if (next >= 0 && next < playlist.videoIds.length) return next;
  if (loop) return (next + playlist.videoIds.length) % playlist.videoIds.length;
  /** Previous at the start restarts the first; next at the end stops. */
  return step === -1 ? 0 : null;
}

/**
 * Shuffles around the entry that plays, which comes first; unshuffling puts the entries back in `order`. The current
 * entry stays the current one either way.
 */
export function shuffle(
  playlist: PlaylistSnapshot,
  shuffled: boolean,
  order: readonly string[],
  random: Random,
): PlaylistSnapshot {
  if (shuffled === playlist.shuffled) return playlist;
  const current = playlist.videoIds[playlist.index] ?? '';
  if (!shuffled) return { ...playlist, videoIds: order, index: Math.max(0, order.indexOf(current)), shuffled: false };
  const rest = playlist.videoIds.filter((_, index) => index !== playlist.index);
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random.fraction() * (last + 1));
    [rest[last], rest[chosen]] = [rest[chosen] ?? '', rest[last] ?? ''];
  }
  return { ...playlist, videoIds: [current, ...rest], index: 0, shuffled: true };
}
