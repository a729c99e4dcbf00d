import { isPlayerErrorCode, PLAYER_ERRORS, type PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import type { PlayabilityStatus, PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { NO_VIDEO } from '../initial-snapshot.ts';
import type { PlayerErrorSnapshot, PlayerSnapshot, VideoSnapshot } from '../player.ts';

/** Converts the provider's response about a video to the player's types. Pure functions. */

const CODE_OF_STATUS: Readonly<Record<Exclude<PlayabilityStatus['status'], 'OK'>, PlayerErrorCode>> = {
  ERROR: 'video.notfound',
  UNPLAYABLE: 'embedder.denied',
  LOGIN_REQUIRED: 'auth',
  LIVE_STREAM_OFFLINE: 'html5.unsupportedlive',
  BLOCKED: 'mrm.blocked',
};

/** Why the video may not be played, or `null`. The provider's message takes precedence over the player's own text. */
export function refusalOf({
  playabilityStatus: { status, reason, subreason, errorCode },
}: Pick<PlayerResponse, 'playabilityStatus'>): PlayerErrorSnapshot | null {
  if (status === 'OK') return null;
  const code = errorCode !== undefined && isPlayerErrorCode(errorCode) ? errorCode : CODE_OF_STATUS[status];
  return errorSnapshot(code, reason, subreason);
}

/** Without a message of the provider, the interface shows its own text. */
export function errorSnapshot(code: PlayerErrorCode, title = '', advice = ''): PlayerErrorSnapshot {
  return { code, title, advice, retryable: PLAYER_ERRORS[code].retryable };
}

/** Start and end of playback. A start after the end of the video, or an end not after the start, is ignored as a mistake. */
function clipOf(
  { isLive, lengthSeconds }: { readonly isLive: boolean; readonly lengthSeconds: number },
  start: number,
  end: number | null,
): { readonly startSeconds: number; readonly endSeconds: number | null } {
  const startSeconds = !isLive && lengthSeconds > 0 && start >= lengthSeconds ? 0 : start;
  return { startSeconds, endSeconds: end !== null && end > startSeconds ? end : null };
}

export function videoSnapshot(
  response: PlayerResponse,
  videoId: string,
  startSeconds: number,
  endSeconds: number | null,
): VideoSnapshot {
  const details = response.videoDetails;
  if (details === undefined) return { ...NO_VIDEO, videoId, startSeconds, endSeconds, response };
  return {
    videoId: details.videoId,
    title: details.title,
    author: details.author,
    authorUrl: details.authorUrl || null,
    authorPicture: details.authorPicture || null,
    pageUrl: details.pageUrl || null,
    channelId: details.channelId,
    isLive: details.isLive,
    allowLiveDvr: details.allowLiveDvr,
    isListed: details.isListed,
    isSpherical: details.isSpherical,
    isPlayable: response.playabilityStatus.status === 'OK',
    posterUrl: details.posters.at(-1)?.url ?? null,
    chapters: response.chapters ?? [],
    storyboard: response.storyboard ?? null,
    related: response.related ?? [],
    ...clipOf(details, startSeconds, endSeconds),
    response,
  };
}

/** The response about the present video, with the length of the media if the provider does not know the length. */
export function withLength(response: PlayerResponse, { video, durationSeconds }: PlayerSnapshot): PlayerResponse {
  const details = response.videoDetails;
  if (details === undefined || details.lengthSeconds > 0 || video.isLive) return response;
  return { ...response, videoDetails: { ...details, lengthSeconds: durationSeconds } };
}

export function mediaSourceOf(response: PlayerResponse, video: VideoSnapshot): MediaSourceDescription | null {
  const streams = response.streamingData;
  if (streams === undefined) return null;
  return { ...streams, videoId: video.videoId, isSpherical: video.isSpherical, startSeconds: video.startSeconds };
}
