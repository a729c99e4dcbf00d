import type { PlayerErrorCode } from '../../../../protocol/errors.ts';

/** Reason of a failed license request. hls.js passes errors thrown by its hooks on to its error event. */
export class LicenseFault extends Error {
  readonly code: PlayerErrorCode;

  constructor(code: PlayerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Error code for the status of a license server; status 0 means no response. */
export function codeOfStatus(status: number): PlayerErrorCode {
  if (status === 0) return 'net.connect';
  if (status === 408 || status === 504) return 'net.timeout';
  return status < 500 && status !== 429 ? 'drm.auth' : 'net.badstatus';
}
