import { STORAGE_ERROR_MESSAGES, type StorageErrorName } from '../../../protocol/errors.ts';
import { fail, type Failure } from '../../../protocol/runtime/outcome.ts';

/** Names of the catalogue (E2) for the exceptions of IndexedDB. */
const NAMES: Readonly<Record<string, StorageErrorName>> = {
  QuotaExceededError: 'quotaExceeded',
  UnknownError: 'quotaMaybeExceeded',
  AbortError: 'unknownAbort',
  InvalidStateError: 'databaseClosed',
  VersionError: 'newerVersion',
  NotFoundError: 'storesMissing',
  SecurityError: 'notSupported',
};

/** A transaction that this code has aborted, because a request inside it failed or because of a bug. */
export class ExplicitAbort extends Error {
  constructor(cause: unknown) {
    super(STORAGE_ERROR_MESSAGES.explicitAbort, { cause });
  }
}

/** The failure of a storage operation; `details.fault` is the name in the catalogue. */
export function storageFault(fault: StorageErrorName, cause = ''): Failure {
  return fail('storage.fault', STORAGE_ERROR_MESSAGES[fault], { fault, ...(cause === '' ? {} : { cause }) });
}

export function toStorageFault(error: unknown): Failure {
  const isOurs = error instanceof ExplicitAbort;
  const cause = isOurs ? error.cause : error;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  return storageFault(NAMES[name] ?? (isOurs ? 'explicitAbort' : 'unknownAbort'), String(cause));
}

export function faultOf(failure: Failure): StorageErrorName {
  const fault = failure.details?.['fault'];
  return typeof fault === 'string' && Object.hasOwn(STORAGE_ERROR_MESSAGES, fault)
    ? (fault as StorageErrorName)
    : 'unknownAbort';
}

/** After these faults the handle is dead, as in Safari when a tab is shown again; retries on it never succeed. */
const HANDLE_FAULTS: ReadonlySet<StorageErrorName> = new Set([
  'quotaMaybeExceeded',
  'unknownAbort',
  'databaseClosed',
  'storesMissing',
]);

export function isHandleFault(failure: Failure): boolean {
  return HANDLE_FAULTS.has(faultOf(failure));
}
