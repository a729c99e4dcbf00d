import type { OrielErrorCode, OrielFailure } from './types.ts';

export interface OrielErrorDetails {
  readonly hostCode?: number | undefined;
  readonly reason?: string | undefined;
  readonly range?: readonly [minimum: number, maximum: number] | undefined;
  readonly fatal?: boolean | undefined;
  readonly retryable?: boolean | undefined;
}

/** Codes of errors after which the same call may succeed. */
const PASSING: readonly OrielErrorCode[] = ['timeout', 'unreachable'];

/** The error of every rejection of the promise client. `code` is for programs, the message for people. */
export class OrielError extends Error implements OrielFailure {
  override readonly name = 'OrielError';
  readonly code: OrielErrorCode;
  /** Error number of the script API, if the player sent one. */
  readonly hostCode: number | undefined;
  /** Name of the failure in the player, such as `video.notfound`, if the player sent it. */
  readonly reason: string | undefined;
  /** The allowed range of the command, if it takes a number. */
  readonly range: OrielErrorDetails['range'];
  /** Playback is over until a video is loaded or played again; otherwise the player continues. */
  readonly fatal: boolean;
  /** The same call may succeed later, without a change to the video or the page. */
  readonly retryable: boolean;

  constructor(code: OrielErrorCode, message: string, details: OrielErrorDetails = {}) {
    super(message);
    this.code = code;
    this.hostCode = details.hostCode;
    this.reason = details.reason;
    this.range = details.range;
    this.fatal = details.fatal ?? false;
    this.retryable = details.retryable ?? PASSING.includes(code);
  }
}
