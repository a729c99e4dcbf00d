import type { Random } from '../../../../protocol/runtime/clock.ts';
import { VideoId } from '../../../../protocol/identifiers.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { PlaylistDetails } from '../../../../protocol/provider/player-response.ts';
import { videoIdOfUrl, type VideoOptions } from '../../../../protocol/host/video-options.ts';
import type { PlayerModel } from '../player-model.ts';
import {
  makePlaylist,
  neighbour,
  playlistIds,
  playlistReference,
  shuffledOrder,
  type PlayingOrder,
} from './playlist.ts';

/** Request to the provider about a video. */
export interface VideoRequest {
  readonly videoId?: string | undefined;
  readonly playlistId?: string;
  readonly listType?: string | undefined;
  readonly playlistIndex?: number;
  readonly playlistVideoIds?: string[];
}

/** The videos before and after the present one, and their order. */
export class VideoQueue {
  readonly #model: PlayerModel;
  readonly #random: Random;
  readonly #basePath: string;
  /** Entries in list order; the snapshot has them in playing order. */
  #ids: readonly string[] = [];
  #order: PlayingOrder = [];

  constructor(model: PlayerModel, random: Random, basePath: string) {
    this.#model = model;
    this.#random = random;
    this.#basePath = basePath;
  }

  /** Reads options into a request. A malformed id or address is a failure that has changed nothing (H4, P5). */
  request(options: VideoOptions): Outcome<VideoRequest> {
    const fromUrl =
      options.mediaContentUrl === undefined ? undefined : videoIdOfUrl(options.mediaContentUrl, this.#basePath);
    if (options.mediaContentUrl !== undefined && fromUrl === undefined)
      return fail('api.invalidparam', `not the address of a video: ${options.mediaContentUrl}`);
    const videoId = options.videoId ?? fromUrl;
    if (videoId !== undefined && !isVideoId(videoId))
      return fail('api.invalidparam', `not a video id (11 characters of A-Z a-z 0-9 _ -): ${videoId}`);
    const reference = playlistReference(options);
    const index = options.index ?? 0;
    if (reference === null) {
      if (videoId === undefined) return fail('api.invalidparam', 'no video and no playlist given');
      this.#replace([], 0, null);
      return succeed({ videoId });
    }
    if ('listId' in reference)
      return succeed({
        playlistId: reference.listId,
        playlistIndex: index,
        listType: options.listType,
        videoId,
      });
    const ids = playlistIds(videoId, reference.videoIds).filter(isVideoId);
    if (ids.length === 0) return fail('api.invalidparam', 'the playlist holds no video id');
    this.#replace(ids, index, null);
    const { playlist } = this.#model.snapshot;
    return succeed({ videoId: playlist?.videoIds[playlist.index] ?? '', playlistVideoIds: ids });
  }

  /**
   * Applies the provider's response to the list. A list that was requested by its entries keeps their order, without
   * entries unknown to the provider.
   */
  describe(details: PlaylistDetails, videoId: string, { playlistVideoIds, playlistIndex = 0 }: VideoRequest): void {
    const { playlist } = this.#model.snapshot;
    if (playlist?.shuffled === true) return void this.#model.update({ playlist: { ...playlist, details } });
    const responseIds = details.entries.map((entry) => entry.videoId);
    if (playlistVideoIds === undefined) {
      const index = responseIds[playlistIndex] === videoId ? playlistIndex : Math.max(0, responseIds.indexOf(videoId));
      return this.#replace(responseIds, index, details.playlistId || null, details);
    }
    const known = new Set(responseIds);
    const before = playlist?.videoIds.slice(0, playlist.index) ?? [];
    const index = before.filter((id) => known.has(id)).length;
    this.#replace(
      this.#ids.filter((id) => known.has(id)),
      index,
      details.playlistId || null,
      details,
    );
  }

  /** Makes the video at an index the current video and returns its id; `undefined` outside the list. */
  goTo(index: number): string | undefined {
    const { playlist } = this.#model.snapshot;
    const videoId = playlist?.videoIds[index];
    if (playlist !== null && videoId !== undefined) this.#model.update({ playlist: { ...playlist, index } });
    return videoId;
  }

  /** The index `step` away, or `null` outside of the list. */
  neighbour(step: 1 | -1): number | null {
    const { playlist, loop } = this.#model.snapshot;
    return playlist === null ? null : neighbour(playlist, step, loop);
  }

  /** Shuffles the list, with the playing entry first. Back in list order, playback continues from the index of that entry. */
  setShuffled(shuffled: boolean): void {
    const { playlist } = this.#model.snapshot;
    if (playlist === null || playlist.shuffled === shuffled) return;
    const current = this.#order[playlist.index] ?? 0;
    this.#order = shuffled ? shuffledOrder(this.#ids.length, current, this.#random) : inOrder(this.#ids);
    const videoIds = this.#order.map((entry) => this.#ids[entry] ?? '');
    this.#model.update({ playlist: { ...playlist, videoIds, index: shuffled ? 0 : current, shuffled } });
  }

  #replace(videoIds: readonly string[], index: number, listId: string | null, details?: PlaylistDetails): void {
    this.#ids = videoIds;
    this.#order = inOrder(videoIds);
    this.#model.update({ playlist: makePlaylist(videoIds, index, listId, details) });
  }
}

function inOrder(videoIds: readonly string[]): PlayingOrder {
  return videoIds.map((_, index) => index);
}

function isVideoId(id: string): boolean {
  return VideoId.safeParse(id).success;
}
