import { HOST_ERROR, isPlayerErrorCode, PLAYER_ERRORS } from '../../../protocol/errors.ts';
import type { VideoData } from '../../../protocol/host/player-info.ts';
import type { PlayerCore } from '../player/player-core.ts';
import { OrielError } from './oriel-error.ts';
import type { HostErrorCode } from './types.ts';

const HOST_CODES: readonly number[] = [2, 5, 100, 101, 150, 151, 152] satisfies HostErrorCode[];

/** Reads the data of `onError`; an unknown number counts as a failure of playback. */
export function hostErrorCode(data: unknown): HostErrorCode {
  return HOST_CODES.includes(data as number) ? (data as HostErrorCode) : HOST_ERROR.playback;
}

/** Error for the number that `onError` reported, with the name from the frame. */
export function playbackError(core: PlayerCore, data: unknown): OrielError {
  const hostCode = hostErrorCode(data);
  const { errorCode } = core.cache.read('videoData') as Partial<VideoData>;
  const reason = errorCode ?? undefined;
  // An invalid parameter with a reason is a video with an invalid id, and fails playback.
  if (hostCode === HOST_ERROR.invalidParameter && reason === undefined)
    return new OrielError('refused', 'the player was given an invalid parameter', { hostCode });
  const name = reason === undefined ? '' : `, ${reason}`;
  return new OrielError('playback', `the video cannot be played (${hostCode}${name})`, {
    hostCode,
    reason,
    fatal: true,
    retryable: isRetryable(hostCode, reason),
  });
}

/** Decides by the reason; for an unknown reason, by the number. */
export function isRetryable(hostCode: number | undefined, reason: string | undefined): boolean {
  return reason !== undefined && isPlayerErrorCode(reason)
    ? PLAYER_ERRORS[reason].retryable
    : hostCode === HOST_ERROR.playback;
}
