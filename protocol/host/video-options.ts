import * as z from 'zod/mini';
import { within } from '../runtime/within.ts';
import { PLAYLIST_ID_PREFIX } from '../identifiers.ts';
import { BARE_LIST_ID_CHARACTERS } from '../constants.ts';

/** The longest playlist a host may pass; lists of 245 are known from other embeds. */
const PLAYLIST_ENTRIES_MAX = 1_000;

const Seconds = z.number().check(within(0));

/**
 * Options of a video to load or cue (C2). Unknown keys are dropped; clients send keys whose value is `null`,
 * `undefined` or `''`, which mean "not given".
 */
export const VideoOptions = z.object({
  videoId: z.optional(z.string()),
  /** Where playback begins, seconds of media time. */
  startSeconds: z.optional(Seconds),
  /** Where playback ends, seconds of media time; not counted from `startSeconds`. */
  endSeconds: z.optional(Seconds),
  suggestedQuality: z.optional(z.string()),
  mediaContentUrl: z.optional(z.string()),
  /** Video ids as a list or as comma-separated text, or one list id (C3). */
  playlist: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(PLAYLIST_ENTRIES_MAX))])),
  /** A list id, or an array of video ids as in `playlist`. */
  list: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(PLAYLIST_ENTRIES_MAX))])),
  listType: z.optional(z.string()),
  index: z.optional(z.int('expected a whole number').check(within(0))),
});
export type VideoOptions = z.infer<typeof VideoOptions>;

/** Content of a `playlist` (C3): the id of a list, or the ids of its videos. */
export type PlaylistReference = { readonly listId: string } | { readonly videoIds: readonly string[] };

/**
 * A text of exactly 16 characters is a list id and gets the prefix `PL` (C3). A text with commas, or of the length of a
 * video id, holds video ids; any other text is a list id.
 */
export function readPlaylist(playlist: string | readonly string[]): PlaylistReference {
  if (typeof playlist !== 'string') return { videoIds: playlist.filter((id) => id !== '') };
  if (playlist.length === BARE_LIST_ID_CHARACTERS && !playlist.includes(','))
    return { listId: PLAYLIST_ID_PREFIX + playlist };
  const entries = playlist
    .split(',', PLAYLIST_ENTRIES_MAX)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && only.length !== 11) return { listId: only };
  return { videoIds: entries };
}

/**
 * The paths a video address may have (P5). Some host pages write the parameters behind `&` instead of `?`.
 */
const VIDEO_PATH = /^\/(?:v|e|embed)\/([A-Za-z0-9_-]{11})(?:\/?|&.*)$/;

/** Last path segments that have the length of a video id but are names of lists and channels. */
const RESERVED_PATHS: readonly string[] = ['videoseries', 'live_stream'];

/** The id in the path of an embed page or of a video address, or `undefined` (P5). */
export function videoIdOfPath(pathname: string): string | undefined {
  const id = VIDEO_PATH.exec(pathname)?.[1];
  return id === undefined || RESERVED_PATHS.includes(id) ? undefined : id;
}

/**
 * The video id of an address with a path `/v/{id}`, `/e/{id}` or `/embed/{id}`; otherwise `undefined` (P5). The
 * path may begin with `basePath`, the path of the player's own server.
 */
export function videoIdOfUrl(address: string, basePath = ''): string | undefined {
  const path =
    /^(?:https?:)?\/\/[^/?#]+(\/[^?#]*)/i.exec(address.trim())?.[1] ?? /^\/[^/?#][^?#]*/.exec(address.trim())?.[0];
  if (path === undefined) return undefined;
  return videoIdOfPath(path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path);
}
