/** How commands, and the creation of a player, fail: public types of the promise client. */

/** The error codes of commands and of the creation of a player. */
export type OrielErrorCode =
  /** The target, an argument or an option is invalid. */
  | 'invalid'
  /** The player refused the command; `hostCode` and `message` have the reason. */
  | 'refused'
  /** The browser requires a press first: inside the frame for playback and picture in picture. */
  | 'blocked'
  /** The video cannot be played; `hostCode` has the reason. */
  | 'playback'
  /** The frame has not loaded a player: the address is wrong, refuses to be framed, or cannot be reached. */
  | 'unreachable'
  /** No response in time. */
  | 'timeout'
  /** A later command has replaced this command. */
  | 'replaced'
  /** An `AbortSignal` was aborted, or the player was paused before it played. */
  | 'aborted'
  /** The player has been destroyed. */
  | 'destroyed';

/**
 * Error numbers of the script API: 2 bad parameter, 5 playback, 100 not found, 101 and 150 not allowed here, 151
 * blocked, 152 host not accepted.
 */
export type HostErrorCode = 2 | 5 | 100 | 101 | 150 | 151 | 152;

/** The fields of `OrielError`: the reason why a command failed or a video cannot be played. */
export interface OrielFailure extends Error {
  readonly code: OrielErrorCode;
  /** Error number of the script API, if the player sent one. */
  readonly hostCode: number | undefined;
  /** Name of the failure in the player, such as `video.notfound`, if the player sent it. */
  readonly reason: string | undefined;
  /** Playback is over until a video is loaded or played again. */
  readonly fatal: boolean;
  /** The same call may succeed later. */
  readonly retryable: boolean;
}
