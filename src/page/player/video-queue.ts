import type { Random } from '../../../protocol/clock.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import { fail, succeed, type Outcome } from '../../../protocol/outcome.ts';
import type { PlaylistDetails } from '../../../protocol/provider/player.ts';
import { videoIdOfUrl, type VideoOptions } from '../../../protocol/video-options.ts';
import type { PlayerModel } from './player-model.ts';
import { makePlaylist, neighbour, playlistReference, shuffle } from './playlist.ts';

/** What to ask the provider for. */
export interface VideoRequest {
  readonly videoId?: string;
  readonly playlistId?: string;
  readonly playlistIndex?: number;
  readonly playlistVideoIds?: string[];
}

/** What plays before and after the present video, and in which order. */
export class VideoQueue {
  readonly #model: PlayerModel;
  readonly #random: Random;
  /** Entries as they were before shuffling. */
  #order: readonly string[] = [];

  constructor(model: PlayerModel, random: Random) {
    this.#model = model;
    this.#random = random;
  }

  /** Reads options into a request. A malformed id or address is a failure that has changed nothing (H4, P5). */
  request(options: VideoOptions): Outcome<VideoRequest> {
    const fromUrl = options.mediaContentUrl === undefined ? undefined : videoIdOfUrl(options.mediaContentUrl);
    if (options.mediaContentUrl !== undefined && fromUrl === undefined)
      return fail('api.invalidparam', `not the address of a video: ${options.mediaContentUrl}`);
    const videoId = options.videoId ?? fromUrl;
    if (videoId !== undefined && !isVideoId(videoId))
      return fail('api.invalidparam', `not a video id (11 characters of A-Z a-z 0-9 _ -): ${videoId}`);
    const reference = playlistReference(options);
    const index = options.index ?? 0;
    if (reference === null) {
      if (videoId === undefined) return fail('api.invalidparam', 'no video and no playlist given');
      this.replace([], 0, null);
      return succeed({ videoId });
    }
    if ('listId' in reference)
      return succeed({
        playlistId: reference.listId,
        playlistIndex: index,
        ...(videoId === undefined ? {} : { videoId }),
      });
    /** The video of the address comes first, the list after it (host-api 4 `playlist`). */
    const ids = [...new Set([...(videoId === undefined ? [] : [videoId]), ...reference.videoIds])].filter(isVideoId);
    const playlist = this.replace(ids, index, null);
    const first = playlist?.videoIds[playlist.index];
    return first === undefined
      ? fail('api.invalidparam', 'the playlist holds no video id')
      : succeed({ videoId: first, playlistVideoIds: ids });
  }

  replace(videoIds: readonly string[], index: number, listId: string | null, details?: PlaylistDetails) {
    this.#order = videoIds;
    const playlist = makePlaylist(videoIds, index, listId, details);
    this.#model.update({ playlist });
    return playlist;
  }

  /** What the provider says of the list. One that was shuffled while the answer was on its way keeps its order. */
  describe(details: PlaylistDetails, videoId: string): void {
    const { playlist } = this.#model.snapshot;
    if (playlist?.shuffled === true) return void this.#model.update({ playlist: { ...playlist, details } });
    const ids = details.entries.map((entry) => entry.videoId);
    this.replace(ids, Math.max(0, ids.indexOf(videoId)), details.playlistId || null, details);
  }

  /** The video at an index, which becomes the current one; `undefined` outside of the list. */
  goTo(index: number): string | undefined {
    const { playlist } = this.#model.snapshot;
    const videoId = playlist?.videoIds[index];
    if (playlist !== null && videoId !== undefined) this.#model.update({ playlist: { ...playlist, index } });
    return videoId;
  }

  /** The index `step` away, or `null` where there is none. */
  neighbour(step: 1 | -1): number | null {
    const { playlist, loop } = this.#model.snapshot;
    return playlist === null ? null : neighbour(playlist, step, loop);
  }

  setShuffled(shuffled: boolean): void {
    const { playlist } = this.#model.snapshot;
    if (playlist !== null) this.#model.update({ playlist: shuffle(playlist, shuffled, this.#order, this.#random) });
  }
}

function isVideoId(id: string): boolean {
  return VideoId.safeParse(id).success;
}
