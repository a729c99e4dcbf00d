import { VideoId } from '../../../protocol/identifiers.ts';
import type { PlaylistDetails } from '../../../protocol/provider/player-response.ts';
import type { Catalog, Playlist } from './catalog.ts';
import { videoEntry } from './video-entry.ts';

/** The list that every viewer has for saved videos (N11). */
export const SAVED_LIST = { playlistId: 'WL', title: 'Saved videos' } as const;

export interface PlaylistOptions {
  /** A list id, or with `listType` `user_uploads` a channel id. */
  readonly playlistId?: string | undefined;
  readonly listType?: string | undefined;
  /** Video ids of an address (`playlist=`); they play after the video of the path. */
  readonly videoIds?: readonly string[] | undefined;
  readonly videoId?: string | undefined;
  readonly viewer?: string | undefined;
}

/** Lists that belong to viewers (N11). */
export interface ViewerLists {
  videoIds(viewer: string, playlistId: string): Promise<readonly string[]>;
}

export async function findPlaylist(
  catalog: Catalog,
  viewerLists: ViewerLists,
  options: PlaylistOptions,
): Promise<Playlist | undefined> {
  if (options.playlistId !== undefined) {
    if (options.listType === 'user_uploads') return uploadsOf(catalog, options.playlistId);
    return (
      catalog.playlists.get(options.playlistId) ?? ownList(catalog, viewerLists, options.playlistId, options.viewer)
    );
  }
  return options.videoIds === undefined ? undefined : listOf(catalog, options.videoId, options.videoIds);
}

function uploadsOf(catalog: Catalog, channelId: string): Playlist | undefined {
  if (channelId === '') return undefined;
  const videos = [...catalog.videos.values()].filter((video) => video.channelId === channelId && video.isListed);
  const [first] = videos;
  return first && { id: channelId, title: first.author.name, videoIds: videos.map((video) => video.id) };
}

async function ownList(
  catalog: Catalog,
  viewerLists: ViewerLists,
  id: string,
  viewer: string | undefined,
): Promise<Playlist | undefined> {
  const videoIds = viewer === undefined ? [] : await viewerLists.videoIds(viewer, id);
  const known = videoIds.filter((videoId) => catalog.videos.has(videoId));
  return known.length === 0 ? undefined : { id, title: SAVED_LIST.title, videoIds: known };
}

/** Unknown ids are skipped. `playlist=<same id>`, by which hosts loop a single video, is a list with only this video. */
function listOf(catalog: Catalog, first: string | undefined, rest: readonly string[]): Playlist | undefined {
  const ids = first === undefined || rest[0] === first ? rest : [first, ...rest];
  const videoIds = ids.filter((id) => VideoId.safeParse(id).success && catalog.videos.has(id));
  return videoIds.length === 0 ? undefined : { id: '', title: '', videoIds };
}

export function playlistDetails(catalog: Catalog, playlist: Playlist): PlaylistDetails {
  return {
    playlistId: playlist.id,
    title: playlist.title,
    entries: playlist.videoIds.flatMap((videoId) => {
      const video = catalog.videos.get(videoId);
      return video === undefined ? [] : [videoEntry(video)];
    }),
  };
}
