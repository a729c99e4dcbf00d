/** How commands, and the creation of a player, fail: public types of the promise client. */

/** The error codes of commands and of the creation of a player. */
export type OrielErrorCode =
  /** The target, an argument or an option is invalid. */
  | 'invalid'
  /** The player refused; `hostCode` and the message say why. */
  | 'refused'
  /** The browser does not allow it without a press: inside the frame for playback and picture in picture. */
  | 'blocked'
  /** The video cannot be played; `hostCode` says why. */
  | 'playback'
  /** The frame has not loaded a player: the address is wrong, refuses to be framed, or cannot be reached. */
  | 'unreachable'
  /** No response in time. */
  | 'timeout'
  /** A later command has replaced it. */
  | 'replaced'
  /** An `AbortSignal` was aborted, or the player was paused before it played. */
  | 'aborted'
  /** The player has been destroyed. */
  | 'destroyed';

/**
 * The error numbers that hosts know: 2 bad parameter, 5 playback, 100 not found, 101 and 150 not allowed here, 151
 * blocked, 152 host not accepted.
 */
export type HostErrorCode = 2 | 5 | 100 | 101 | 150 | 151 | 152;

/** Why something was not done or cannot be played, as `OrielError` has it. */
export interface OrielFailure extends Error {
  readonly code: OrielErrorCode;
  /** The number that hosts know, if the player sent one. */
  readonly hostCode: number | undefined;
  /** The player's name for the failure, such as `video.notfound`; if the player sent a name. */
  readonly reason: string | undefined;
  /** Playback is over until a video is loaded or played again. */
  readonly fatal: boolean;
  /** Trying the same again may succeed. */
  readonly retryable: boolean;
}
