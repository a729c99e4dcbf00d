import { ErrorDetails, ErrorTypes, type ErrorData } from 'hls.js';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { EngineFault } from './recovery.ts';

/** Whether an error must not be shown: hls.js calls a missing caption fatal, though the video continues. */
export function isSilentError({ details, frag }: Pick<ErrorData, 'details' | 'frag'>): boolean {
  const track: string | undefined = frag?.type;
  return (
    track === 'subtitle' ||
    details === ErrorDetails.SUBTITLE_LOAD_ERROR ||
    details === ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT
  );
}

/** Error details of hls.js with a fixed meaning. */
const BY_DETAIL: Readonly<Record<string, PlayerErrorCode>> = {
  [ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR]: 'fmt.noneavailable',
  [ErrorDetails.LEVEL_EMPTY_ERROR]: 'fmt.noneavailable',
  [ErrorDetails.BUFFER_ADD_CODEC_ERROR]: 'fmt.noneavailable',
  [ErrorDetails.MANIFEST_PARSING_ERROR]: 'fmt.unplayable',
  [ErrorDetails.LEVEL_PARSING_ERROR]: 'fmt.unplayable',
  [ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR]: 'fmt.unplayable',
  [ErrorDetails.FRAG_PARSING_ERROR]: 'fmt.unplayable',
  [ErrorDetails.REMUX_ALLOC_ERROR]: 'fmt.unplayable',
  [ErrorDetails.BUFFER_APPEND_ERROR]: 'fmt.decode',
  [ErrorDetails.BUFFER_APPENDING_ERROR]: 'fmt.decode',
  [ErrorDetails.FRAG_DECRYPT_ERROR]: 'fmt.decode',
  [ErrorDetails.BUFFER_STALLED_ERROR]: 'net.timeout',
  [ErrorDetails.INTERNAL_EXCEPTION]: 'player.internal',
  [ErrorDetails.ATTACH_MEDIA_ERROR]: 'html5.missingapi',
  /** A stopped live stream: its server responds with an unchanged playlist. */
  [ErrorDetails.PLAYLIST_UNCHANGED_ERROR]: 'net.timeout',
};

/** The catalogue code for an hls.js error that recovery could not fix. */
export function engineErrorCode({
  details,
  response,
}: Pick<ErrorData, 'details'> & { readonly response?: { readonly code?: number } | undefined }): PlayerErrorCode {
  const known = BY_DETAIL[details];
  if (known !== undefined) return known;
  if (details.endsWith('TimeOut')) return 'net.timeout';
  if (details.endsWith('LoadError')) return loadErrorCode(details, response?.code ?? 0);
  return 'fmt.decode';
}

function loadErrorCode(details: ErrorDetails, status: number): PlayerErrorCode {
  if (status === 401 || status === 403) return 'auth';
  if ((status === 404 || status === 410) && details === ErrorDetails.MANIFEST_LOAD_ERROR) return 'net.unavailable';
  if (status >= 400) return 'net.badstatus';
  // The response has arrived, but is incomplete.
  return status >= 200 ? 'fmt.unplayable' : 'net.connect';
}

/** Errors that no retry can fix: hls.js has already tried every level, and an unusable manifest stays unusable. */
const FINAL = new Set<string>([
  ErrorDetails.MANIFEST_PARSING_ERROR,
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.LEVEL_EMPTY_ERROR,
  ErrorDetails.LEVEL_PARSING_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.KEY_LOAD_TIMEOUT,
]);

/** The error as a fault for recovery. Without levels the main playlist is missing, and a retry is pointless. */
export function engineFault({ type, details, response, frag }: ErrorData, hasLevels: boolean): EngineFault {
  const isSegment = frag !== undefined && frag.sn !== 'initSegment';
  return {
    kind: type === ErrorTypes.NETWORK_ERROR ? 'network' : 'media',
    status: response?.code ?? 0,
    segment: isSegment ? frag.url : null,
    isFinal: !hasLevels || FINAL.has(details),
  };
}
