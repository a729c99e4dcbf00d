import type { PlayerErrorCode } from '../../../../protocol/errors.ts';

/** Why there is no license. hls.js hands what its hooks throw on to its error event. */
export class LicenseFault extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of a status of a license server; 0 where there was no response. */
export function codeOfStatus(status: number): PlayerErrorCode {
  if (status === 0) return 'net.connect';
  if (status === 408 || status === 504) return 'net.timeout';
  return status < 500 && status !== 429 ? 'drm.auth' : 'net.badstatus';
}
