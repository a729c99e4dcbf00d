import type { OrielErrorCode } from './types.ts';

/** Everything that the promise client rejects with. `code` is for programs, the message for people. */
export class OrielError extends Error {
  override readonly name = 'OrielError';
  readonly code: OrielErrorCode;
  /** The number that host pages know, where the player gave one. */
  readonly hostCode: number | undefined;

  constructor(code: OrielErrorCode, message: string, hostCode?: number) {
    super(message);
    this.code = code;
    this.hostCode = hostCode;
  }
}
