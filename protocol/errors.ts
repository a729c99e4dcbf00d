/** The error catalogue: codes, words, severities, and the messages for hosts and viewers (E1–E3, H5). */

export type Severity = 'error' | 'warning' | 'ignored';

/** Message of a call that no service can process (E1). Separate, because main uses no other message of E1. */
export const TRANSPORT_NOT_READY = 'innertube xhrclient not ready';

/** Messages of errors, word for word (E1). */
export const ERROR_MESSAGES = {
  visitorIdMissing: 'Biscotti ID is missing from server',
  jsonParsing: 'JSON parsing failed after fetch',
  fetchFailed: 'Error: API fetch failed',
  contextMissing: 'Error: No InnerTubeContext shell provided in ytconfig.',
  botDetectionUnloadable: 'Unable to load Botguard',
  botDetectionWithoutProgram: 'Cannot initialize botguard without program',
  dataSyncIdMissing: 'Datasync ID not set',
  transportNotReady: TRANSPORT_NOT_READY,
  blockedByExtension: 'An extension is blocking network request',
  visitorDataMissing: 'Missing VISITOR_DATA',
} as const;

/** Messages of faults of storage, word for word (E2). */
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

/** Severities of faults of storage (E3). */
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

/** Messages of errors of the network, word for word (N22); the status follows the equals sign. */
export const NETWORK_ERROR_MESSAGES = {
  'net.badstatus': (status: number): string => `Request failed, status=${status}`,
  'net.unknown': (): string => 'Unknown request error',
  'net.timeout': (): string => 'Request timed out',
} as const;

/** Host error codes, as in the APIs that host pages know. */
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
  /** Whether a retry can succeed without a change to the video or the page, if need be after an action of the viewer. */
  readonly retryable: boolean;
}

/**
 * Why a video does not play (H5). `video.notfound` maps to 100, the code that hosts know for it; 5 is for codes that
 * are not listed here. The texts for viewers are in the language files.
 */
export const PLAYER_ERRORS = {
  'api.invalidparam': { hostCode: 2, retryable: false },
  'video.notfound': { hostCode: 100, retryable: false },
  'fmt.noneavailable': { hostCode: 5, retryable: false },
  'fmt.decode': { hostCode: 5, retryable: true },
  'fmt.unplayable': { hostCode: 5, retryable: true },
  'html5.unsupportedads': { hostCode: 5, retryable: false },
  'html5.missingapi': { hostCode: 5, retryable: false },
  'html5.unsupportedlive': { hostCode: 5, retryable: false },
  'drm.unavailable': { hostCode: 5, retryable: false },
  'net.badstatus': { hostCode: 5, retryable: true },
  'net.connect': { hostCode: 5, retryable: true },
  'net.timeout': { hostCode: 5, retryable: true },
  'net.unknown': { hostCode: 5, retryable: true },
  'net.offline': { hostCode: 5, retryable: true },
  'net.unavailable': { hostCode: 5, retryable: true },
  auth: { hostCode: 150, retryable: false },
  'drm.auth': { hostCode: 150, retryable: true },
  'heartbeat.net': { hostCode: 150, retryable: true },
  'heartbeat.servererror': { hostCode: 150, retryable: true },
  'heartbeat.stop': { hostCode: 150, retryable: true },
  'embedder.denied': { hostCode: 150, retryable: false },
  'mrm.blocked': { hostCode: 151, retryable: false },
  'location.needed': { hostCode: 151, retryable: true },
  'location.outside': { hostCode: 151, retryable: false },
  'embedder.identity.denied': { hostCode: 152, retryable: false },
  'player.internal': { hostCode: 5, retryable: true },
} as const satisfies Record<string, PlayerErrorEntry>;
export type PlayerErrorCode = keyof typeof PLAYER_ERRORS;

export function isPlayerErrorCode(code: string): code is PlayerErrorCode {
  return Object.hasOwn(PLAYER_ERRORS, code);
}

/** The host error code of an internal error (H5). */
export function hostErrorCode(code: string): HostErrorCode {
  return isPlayerErrorCode(code) ? PLAYER_ERRORS[code].hostCode : HOST_ERROR.playback;
}

/** Failures outside playback: edges, threads, storage, commands. */
export type FailureCode =
  | PlayerErrorCode
  | 'edge.invalid'
  | 'worker.unavailable'
  | 'worker.timeout'
  | 'storage.unavailable'
  | 'storage.fault'
  | 'bot.unavailable'
  | 'request.rejected'
  | 'request.cancelled'
  | 'queue.full'
  /** The browser refuses the action, or allows it only after a press inside the frame. */
  | 'browser.refused'
  /** Not an error: a later command replaced this command. */
  | 'command.replaced';
