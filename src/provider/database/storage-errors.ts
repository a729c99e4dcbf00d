/** Storage is full, locked, broken or temporarily gone. Nothing was stored; a retry may succeed. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
  /** Survives the transfer to another process, where the class is lost. */
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** Prefixes of the codes that mean unavailable; those of PostgreSQL end in an SQLSTATE or its class. Any other code is an error in a statement. */
const UNAVAILABLE =
  /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|ERROR_SNAPSHOT)|^SERVER_ERROR|^HRANA_|^CLIENT_CLOSED|^STORAGE_UNAVAILABLE|^POSTGRES_(?:CONNECTION|08|25006|28|3D|40001|40P01|53|55|57|58|F0|XX)/;
/** PostgreSQL's are a deadlock, a conflict of transactions and a lock that was not got. */
const BUSY = /^SQLITE_(?:BUSY|LOCKED)|^POSTGRES_(?:40001|40P01|55P03)/;

/** A failure of the engine, as plain data. */
export interface StorageFailure {
  readonly code: string;
  readonly message: string;
}

export function failureOf(error: unknown): StorageFailure {
  const { code, message } = error as Partial<StorageFailure>;
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : String(error) };
}

/** Another process holds the lock; it may be free in a moment. */
export function isBusy({ code }: StorageFailure): boolean {
  return BUSY.test(code);
}

export function isUnavailable({ code }: StorageFailure): boolean {
  return UNAVAILABLE.test(code);
}

export function errorOf(failure: StorageFailure): Error {
  const { code, message } = failure;
  return isUnavailable(failure) ? new StorageUnavailable(message) : Object.assign(new Error(message), { code });
}
