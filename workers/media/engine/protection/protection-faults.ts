import { ErrorDetails, ErrorTypes, type ErrorData } from 'hls.js';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { codeOfStatus, LicenseFault } from './license-fault.ts';

/** Failed requests to a server, whose response has the reason. */
const OF_SERVER: ReadonlySet<string> = new Set([
  ErrorDetails.KEY_SYSTEM_LICENSE_REQUEST_FAILED,
  ErrorDetails.KEY_SYSTEM_SERVER_CERTIFICATE_REQUEST_FAILED,
]);
/** The key system rejects the license or its keys; hls.js also reports a missing key as an internal error. */
const OF_LICENSE: ReadonlySet<string> = new Set([
  ErrorDetails.KEY_SYSTEM_SESSION_UPDATE_FAILED,
  ErrorDetails.KEY_SYSTEM_STATUS_INTERNAL_ERROR,
]);
const EXPIRED = /key (?:expired|released)/;

/**
 * Error code of a protection fault that ends playback, because hls.js cannot recover from it; `undefined` for any other error.
 * `drm.unavailable` means that the key system, its session or the output does not work in this browser.
 */
export function protectionFault(error: ErrorData): PlayerErrorCode | undefined {
  if (needsOtherKeySystem(error)) return 'drm.unavailable';
  if (error.type !== ErrorTypes.KEY_SYSTEM_ERROR || !error.fatal) return undefined;
  const { error: cause, details, response } = error;
  if (cause instanceof LicenseFault) return cause.code;
  if (OF_SERVER.has(details)) return codeOfStatus(response?.code ?? 0);
  return OF_LICENSE.has(details) || EXPIRED.test(cause.message) ? 'drm.auth' : 'drm.unavailable';
}

/** A key of a key system for which the video names no license server; hls.js would request it again and again. */
function needsOtherKeySystem({ details, frag }: ErrorData): boolean {
  if (details !== ErrorDetails.KEY_LOAD_ERROR || frag === undefined) return false;
  // Without a chosen key, no key of a known key system exists.
  return frag.encrypted && frag.decryptdata?.keyFormat !== 'identity';
}
