import type { OrielErrorCode } from './types.ts';

export interface OrielErrorDetails {
  readonly hostCode?: number | undefined;
  readonly reason?: string | undefined;
  readonly range?: readonly [minimum: number, maximum: number] | undefined;
  readonly fatal?: boolean | undefined;
}

/** Everything that the promise client rejects with. `code` is for programs, the message for people. */
export class OrielError extends Error {
  override readonly name = 'OrielError';
  readonly code: OrielErrorCode;
  /** The number that host pages know, where the player gave one. */
  readonly hostCode: number | undefined;
  /** What it is called in the player, as `video.notfound`; where the player gave a name. */
  readonly reason: string | undefined;
  /** What the command takes, where that is a range of numbers. */
  readonly range: OrielErrorDetails['range'];
  /** Playback is over until something is loaded or played anew; otherwise the player goes on as it was. */
  readonly fatal: boolean;

  constructor(code: OrielErrorCode, message: string, details: OrielErrorDetails = {}) {
    super(message);
    this.code = code;
    this.hostCode = details.hostCode;
    this.reason = details.reason;
    this.range = details.range;
    this.fatal = details.fatal ?? false;
  }
}
