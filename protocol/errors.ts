/** The error catalogue: codes, words, severities, and what hosts and viewers are told (E1–E3, H5). */

export type Severity = 'error' | 'warning' | 'ignored';

/** E1, word for word. */
export const ERROR_MESSAGES = {
  visitorIdMissing: 'Biscotti ID is missing from server',
  jsonParsing: 'JSON parsing failed after fetch',
  fetchFailed: 'Error: API fetch failed',
  contextMissing: 'Error: No InnerTubeContext shell provided in ytconfig.',
  botDetectionUnloadable: 'Unable to load Botguard',
  botDetectionWithoutProgram: 'Cannot initialize botguard without program',
  dataSyncIdMissing: 'Datasync ID not set',
  transportNotReady: 'innertube xhrclient not ready',
  blockedByExtension: 'An extension is blocking network request',
  visitorDataMissing: 'Missing VISITOR_DATA',
} as const;

/** E2, word for word. */
export const STORAGE_ERROR_MESSAGES = {
  noUserIdentifier: 'No user identifier specified',
  explicitAbort: 'Transaction was explicitly aborted',
  notSupported: 'IndexedDB is not supported',
  indexMissing: 'Index not created',
  storesMissing: 'Object stores not created',
  deletedForMissingStores: 'Database is deleted because expected object stores were not created',
  reopenedForMissingStores: 'Database is reopened because expected object stores were not created',
  unknownAbort: 'Transaction was aborted for unknown reasons',
  quotaExceeded: 'The current transaction exceeded its quota limitations',
  quotaMaybeExceeded: 'The current transaction may have failed because of exceeding quota limitations',
  databaseClosed: "Can't start a transaction on a closed database",
  newerVersion: 'The binary is incompatible with the database version',
} as const;
export type StorageErrorName = keyof typeof STORAGE_ERROR_MESSAGES;

/** E3. Our choice. */
export const STORAGE_ERROR_SEVERITIES: Readonly<Record<StorageErrorName, Severity>> = {
  noUserIdentifier: 'error',
  explicitAbort: 'ignored',
  notSupported: 'error',
  indexMissing: 'warning',
  storesMissing: 'error',
  deletedForMissingStores: 'warning',
  reopenedForMissingStores: 'warning',
  unknownAbort: 'warning',
  quotaExceeded: 'warning',
  quotaMaybeExceeded: 'warning',
  databaseClosed: 'warning',
  newerVersion: 'warning',
};

/** N22, word for word; the status stands after the equals sign. */
export const NETWORK_ERROR_MESSAGES = {
  'net.badstatus': (status: number): string => `Request failed, status=${status}`,
  'net.unknown': (): string => 'Unknown request error',
  'net.timeout': (): string => 'Request timed out',
} as const;
export type NetworkErrorCode = keyof typeof NETWORK_ERROR_MESSAGES;

/** Host error codes, as host pages know them (host-api 2.5). */
export const HOST_ERROR = {
  invalidParameter: 2,
  playback: 5,
  notFound: 100,
  notAllowed: 150,
  blocked: 151,
  identityDenied: 152,
} as const;
export type HostErrorCode = (typeof HOST_ERROR)[keyof typeof HOST_ERROR];

interface PlayerErrorEntry {
  readonly hostCode: HostErrorCode;
  /** Whether trying again can help without anybody changing anything. */
  readonly retryable: boolean;
  /** What the viewer reads: what happened, then what to do. English; other languages translate by code. */
  readonly title: string;
  readonly advice: string;
}

function entry(hostCode: HostErrorCode, retryable: boolean, title: string, advice: string): PlayerErrorEntry {
  return { hostCode, retryable, title, advice };
}

/**
 * Why a video does not play (H5). `video.notfound` answers 100, the code hosts know for it (host-api 2.5); the
 * specification's "anything else 5" holds for codes that are not listed here.
 */
export const PLAYER_ERRORS = {
  'api.invalidparam': entry(2, false, 'This video address is not valid', 'Check the link or the embed code.'),
  'video.notfound': entry(100, false, 'This video does not exist', 'It may have been removed. Check the link.'),
  'fmt.noneavailable': entry(5, false, 'No playable format', 'This browser cannot play any format of this video.'),
  'fmt.decode': entry(5, true, 'The video could not be decoded', 'Try again, or choose a lower quality.'),
  'fmt.unplayable': entry(5, true, 'The video file is damaged', 'Try again. If it stays, tell the site owner.'),
  'html5.unsupportedads': entry(5, false, 'Ads cannot be shown here', 'Watch the video on its own page.'),
  'html5.missingapi': entry(5, false, 'This browser is missing a feature', 'Update the browser or use another one.'),
  'html5.unsupportedlive': entry(5, false, 'Live video cannot play here', 'Update the browser or use another one.'),
  'drm.unavailable': entry(5, false, 'Protected video cannot play here', 'Use a browser with content protection.'),
  'net.badstatus': entry(5, true, 'The video server gave an error', 'Try again in a moment.'),
  'net.connect': entry(5, true, 'The video server cannot be reached', 'Check the connection, then try again.'),
  'net.timeout': entry(5, true, 'The video server does not answer', 'Check the connection, then try again.'),
  'net.unknown': entry(5, true, 'The video could not be loaded', 'Check the connection, then try again.'),
  'net.offline': entry(5, true, 'You are offline', 'Playback goes on when the connection is back.'),
  'net.unavailable': entry(5, true, 'The video is not there', 'Its files are missing on the server. Try again later.'),
  auth: entry(150, false, 'You do not have access to this video', 'Sign in on the video site, then reload.'),
  'drm.auth': entry(150, false, 'The licence was refused', 'Sign in on the video site, then reload.'),
  'heartbeat.net': entry(150, true, 'The connection was lost', 'Check the connection, then try again.'),
  'heartbeat.servererror': entry(150, true, 'The video server ended the session', 'Try again in a moment.'),
  'heartbeat.stop': entry(150, false, 'Playback was stopped', 'This video may be playing somewhere else.'),
  'embedder.denied': entry(150, false, 'This site may not show this video', 'Watch it on its own page.'),
  'mrm.blocked': entry(151, false, 'This video is blocked', 'Its owner does not allow it to be shown here.'),
  'embedder.identity.denied': entry(152, false, 'This site was not accepted', 'Watch the video on its own page.'),
  'player.internal': entry(5, true, 'Something went wrong', 'Try again. The problem has been reported.'),
} as const satisfies Record<string, PlayerErrorEntry>;
export type PlayerErrorCode = keyof typeof PLAYER_ERRORS;

export function isPlayerErrorCode(code: string): code is PlayerErrorCode {
  return Object.hasOwn(PLAYER_ERRORS, code);
}

/** H5: the number a host is given for an internal error. */
export function hostErrorCode(code: string): HostErrorCode {
  return isPlayerErrorCode(code) ? PLAYER_ERRORS[code].hostCode : HOST_ERROR.playback;
}

/** Failures that are not the player's: edges, threads, storage, commands. */
export type FailureCode =
  | PlayerErrorCode
  | 'edge.invalid'
  | 'worker.unavailable'
  | 'worker.timeout'
  | 'storage.unavailable'
  | 'storage.fault'
  | 'consent.missing'
  | 'identity.disabled'
  | 'bot.unavailable'
  | 'request.rejected'
  | 'request.cancelled'
  | 'queue.full';
