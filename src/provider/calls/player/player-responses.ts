import { VideoId } from '../../../../protocol/identifiers.ts';
import type {
  PlayabilityStatus,
  PlayerResponse,
  RelatedVideo,
  VideoDetails,
  ViewerState,
} from '../../../../protocol/provider/player-response.ts';
import { ENDPOINTS, endpointPath } from '../../../../protocol/provider/endpoints.ts';
import type { LocationInfo } from '../../../../protocol/provider/request-context.ts';
import type { Catalog, Video } from '../../catalog/catalog.ts';
import {
  findPlaylist,
  playlistDetails,
  SAVED_LIST,
  type PlaylistOptions,
  type ViewerLists,
} from '../../catalog/find-playlist.ts';
import { mayEmbed } from '../../security/embedder.ts';
import { videoEntry } from '../../catalog/video-entry.ts';
import type { ViewerStates } from '../../stores/viewer-store.ts';
import type { VideoTokens } from '../../security/video-tokens.ts';
import type { MostWatchedMoments } from '../../catalog/most-watched.ts';
import type { SignedMedia } from '../../media/signed-media.ts';
import type { ProtectionForPage } from '../../licenses/license-address.ts';
import { locationVerdict, type LocationTokens } from './location.ts';

export interface PlayerOptions extends PlaylistOptions {
  readonly videoId?: string | undefined;
  readonly playlistIndex?: number | undefined;
  /** Origins of the embedding pages, as far as known; all of them must be allowed. */
  readonly embedders: readonly string[];
  /** Host names of the provider and its pages. */
  readonly ownHosts: readonly string[];
  readonly location?: LocationInfo | undefined;
  readonly viewer?: string | undefined;
  /** Whether consent allows an id of this playback in requests of media. */
  readonly mayMeasure?: boolean;
  /** A new viewer has no stored state. */
  readonly isNewViewer?: boolean;
}

export interface PlayerResponseFields extends PlayerResponse {
  /** Stored by the client so that it need not request the location again (B7). */
  readonly locationPlayabilityToken?: string;
}

interface Dependencies {
  readonly catalog: Catalog;
  readonly tokens: VideoTokens;
  readonly locationTokens: LocationTokens;
  readonly signedMedia: SignedMedia;
  readonly protectionForPage: ProtectionForPage;
  /** The id of a video follows `path`; `undefined` where the server counts no views. */
  readonly mostWatched: { readonly path: string; readonly moments: MostWatchedMoments } | undefined;
  readonly viewers: ViewerLists & ViewerStates;
  /** Parameters of the bot-detection script, new for each response. */
  readonly attestation: () => NonNullable<PlayerResponse['attestation']>;
}

/** `alt` as in the addresses of logs (N3). */
const API_URLS = { feedback: `${endpointPath(ENDPOINTS.feedback.path)}?alt=json` };

const OK: PlayabilityStatus = { status: 'OK' };
/** Without a reason: for these codes the page has localised texts with advice. */
const NOT_A_VIDEO_ID: PlayabilityStatus = { status: 'ERROR', errorCode: 'api.invalidparam' };
const NO_SUCH_VIDEO: PlayabilityStatus = { status: 'ERROR', errorCode: 'video.notfound' };
const NO_SUCH_PLAYLIST: PlayabilityStatus = {
  ...NO_SUCH_VIDEO,
  reason: 'This playlist does not exist or is empty.',
};
const UNUSABLE_VIDEO: PlayabilityStatus = { status: 'ERROR', errorCode: 'net.unavailable' };
const NOT_THIS_HOST: PlayabilityStatus = { status: 'BLOCKED', errorCode: 'embedder.denied' };

/** The state of a viewer without any actions; needs no query. */
const NEW_VIEWER: ViewerState = {
  subscribed: false,
  channelPreference: 'all',
  playlists: [{ ...SAVED_LIST, contains: false }],
};

/** The player response of a video (N23): for the rendered page and for the call. */
export class PlayerResponses {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async create(options: PlayerOptions): Promise<PlayerResponseFields> {
    const { catalog, viewers } = this.#dependencies;
    const playlist = await findPlaylist(catalog, viewers, options);
    const listed = playlist?.videoIds[options.playlistIndex ?? 0] ?? playlist?.videoIds[0];
    const videoId = options.videoId ?? listed;
    if (videoId === undefined) return { playabilityStatus: NO_SUCH_PLAYLIST };
    await catalog.complete?.(videoId);
    const video = catalog.videos.get(videoId);
    const details = playlist === undefined ? {} : { playlist: playlistDetails(catalog, playlist) };
    if (video === undefined) return { ...details, playabilityStatus: withoutVideo(videoId, catalog) };
    const described = this.#describe(video, options, catalog.playlists.get(playlist?.id ?? '')?.id);
    if (described.playabilityStatus.status !== 'OK' || options.viewer === undefined)
      return { ...details, ...described };
    const viewerState = options.isNewViewer
      ? NEW_VIEWER
      : await viewers.stateOf(options.viewer, video.id, video.channelId);
    return { ...details, ...described, ...(viewerState && { viewerState }) };
  }

  /** `listId`: id of a list of the catalog, which everybody can open. */
  #describe(video: Video, options: PlayerOptions, listId: string | undefined): PlayerResponseFields {
    const { locationTokens } = this.#dependencies;
    const related = this.#related(video, options);
    const described = { videoDetails: this.#details(video, listId), ...(related.length === 0 ? {} : { related }) };
    if (video.refusal !== undefined) return { ...described, playabilityStatus: video.refusal };
    if (!mayEmbed(video.allowedHosts, options.embedders, options.ownHosts))
      return { ...described, playabilityStatus: NOT_THIS_HOST };
    const place = locationVerdict(video, options.location, locationTokens);
    if (!place.ok) return { ...described, playabilityStatus: place.status, locationRequired: place.ask };
    return {
      ...described,
      ...this.#playable(video, options),
      ...(place.token === undefined ? {} : { locationPlayabilityToken: place.token }),
    };
  }

  #playable(stored: Video, { mayMeasure = false }: PlayerOptions): PlayerResponseFields {
    const { catalog, tokens, attestation, signedMedia, protectionForPage } = this.#dependencies;
    const video = signedMedia.forPage(stored);
    const drm = protectionForPage(video);
    const { cmcd } = catalog.site;
    const engine = {
      ...(drm === undefined ? {} : { drm }),
      ...(cmcd === undefined ? {} : { cmcd: { isInHeaders: cmcd === 'headers', hasSession: mayMeasure } }),
    };
    return {
      playabilityStatus: OK,
      /** The slim engine supports neither DRM nor CMCD. */
      streamingData: drm || cmcd ? { ...video.sources, ...engine, needsWholeEngine: true } : video.sources,
      // The program is for subscriptions, which need a channel.
      ...(video.channelId === '' ? {} : { attestation: attestation() }),
      ...(video.captions.length === 0 ? {} : { captions: [...video.captions] }),
      ...(video.storyboard === undefined ? {} : { storyboard: video.storyboard }),
      ...(video.chapters === undefined ? {} : { chapters: [...video.chapters] }),
      ...this.#mostWatched(video),
      ...(video.heartbeat === undefined
        ? {}
        : { heartbeat: { intervalMs: video.heartbeat.intervalMs, token: tokens.heartbeat(video.id) } }),
    };
  }

  #mostWatched({ id, sources, mostWatched: isShown }: Video): Partial<PlayerResponse> {
    const { mostWatched, signedMedia } = this.#dependencies;
    if (mostWatched === undefined || !isShown || sources.isLive) return {};
    const seconds = mostWatched.moments.peakSecondsOf(id);
    return {
      mostWatchedUrl: `${mostWatched.path}${signedMedia.stepFor(id)}${id}`,
      ...(seconds === undefined ? {} : { mostWatchedSeconds: seconds }),
    };
  }

  /** Suggested videos, without videos that may not play on the same page. */
  #related({ related }: Video, { embedders, ownHosts }: PlayerOptions): RelatedVideo[] {
    const { videos } = this.#dependencies.catalog;
    return related.flatMap((videoId) => {
      const video = videos.get(videoId);
      if (video === undefined || video.refusal !== undefined) return [];
      if (!mayEmbed(video.allowedHosts, embedders, ownHosts)) return [];
      return [{ ...videoEntry(video), author: video.author.name, channelId: video.channelId }];
    });
  }

  #details(video: Video, listId: string | undefined): VideoDetails {
    const { tokens } = this.#dependencies;
    const { name, url, picture } = video.author;
    return {
      videoId: video.id,
      title: video.title,
      author: name,
      ...(url === undefined ? {} : { authorUrl: url }),
      ...(picture === undefined ? {} : { authorPicture: picture }),
      ...(video.pageUrl === undefined ? {} : { pageUrl: video.pageUrl }),
      channelId: video.channelId,
      lengthSeconds: video.lengthSeconds,
      isLive: video.sources.isLive,
      allowLiveDvr: video.sources.isLive,
      isListed: video.isListed,
      isSpherical: video.isSpherical,
      ...(video.location !== undefined && { needsLocation: true }),
      width: video.width,
      height: video.height,
      posters: [...video.posters],
      serializedSharedEntity: tokens.shared(video.id, listId),
      feedbackTokens: tokens.feedback(video.id),
      trackingParams: Buffer.from(video.id).toString('base64url'),
      apiUrls: API_URLS,
    };
  }
}

/** A video whose description is broken has not been removed: its viewer may try again later. */
function withoutVideo(videoId: string, { unusableIds }: Catalog): PlayabilityStatus {
  if (!VideoId.safeParse(videoId).success) return NOT_A_VIDEO_ID;
  return unusableIds.has(videoId) ? UNUSABLE_VIDEO : NO_SUCH_VIDEO;
}
