import { HOST_ERROR, isPlayerErrorCode, PLAYER_ERRORS } from '../../../protocol/errors.ts';
import type { VideoData } from '../../../protocol/host/player-info.ts';
import type { PlayerCore } from '../player/player-core.ts';
import { OrielError } from './oriel-error.ts';
import type { HostErrorCode } from './types.ts';

const HOST_CODES: readonly number[] = [2, 5, 100, 101, 150, 151, 152] satisfies HostErrorCode[];

/** The data of `onError`; a number that this script does not know counts as a failure of playback. */
export function hostErrorCode(data: unknown): HostErrorCode {
  return HOST_CODES.includes(data as number) ? (data as HostErrorCode) : HOST_ERROR.playback;
}

/** Number that `onError` reported, with the name that the frame gave it. */
export function playbackError(core: PlayerCore, data: unknown): OrielError {
  const hostCode = hostErrorCode(data);
  const { errorCode } = core.cache.read('videoData') as Partial<VideoData>;
  const reason = errorCode ?? undefined;
  // A video whose id cannot be one has failed, too.
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

/** Decides by its name; for a name that this script does not know, by its number. */
export function isRetryable(hostCode: number | undefined, reason: string | undefined): boolean {
  return reason !== undefined && isPlayerErrorCode(reason)
    ? PLAYER_ERRORS[reason].retryable
    : hostCode === HOST_ERROR.playback;
}
