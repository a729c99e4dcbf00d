import { parseEmbedParameters, type EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import { CONSENT_PARAMETER } from '../../../protocol/privacy/consent.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import { readPlaylist } from '../../../protocol/host/video-options.ts';

/** Request of an embed page, by its address. */
export interface EmbedRequest {
  readonly parameters: EmbedParameters;
  readonly videoId: string | undefined;
  readonly playlistId: string | undefined;
  readonly listType: string | undefined;
  readonly videoIds: readonly string[] | undefined;
  readonly playlistIndex: number | undefined;
  /** A level of consent, or any other text. The page's configuration has the resulting level. */
  readonly consent: string | undefined;
}

/** Last path segments that stand for a list, not for a video. */
const LIST_NAMES = new Set(['videoseries', 'live_stream', '']);

/** `name` is the path after `/embed/`, `/v/` or `/e/`. A wrong query is never an error. */
export function readEmbedRequest(name: string, query: URLSearchParams): EmbedRequest {
  const parameters = parseEmbedParameters(query);
  const named = LIST_NAMES.has(name) ? undefined : name;
  const listed = parameters.playlist === undefined ? undefined : readPlaylist(parameters.playlist);
  const listId = parameters.list ?? (listed !== undefined && 'listId' in listed ? listed.listId : undefined);
  const videoIds = listed !== undefined && 'videoIds' in listed ? listed.videoIds : undefined;
  return {
    parameters,
    videoId: named,
    playlistId: listId,
    listType: parameters.listType,
    videoIds,
    playlistIndex: readIndex(query.get('index')),
    consent: query.get(CONSENT_PARAMETER) ?? undefined,
  };
}

export function asksForVideo(request: EmbedRequest): boolean {
  return [request.videoId, request.playlistId, request.videoIds].some((part) => part !== undefined);
}

export function hasValidVideoId(request: EmbedRequest): boolean {
  return request.videoId === undefined || VideoId.safeParse(request.videoId).success;
}

function readIndex(text: string | null): number | undefined {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
