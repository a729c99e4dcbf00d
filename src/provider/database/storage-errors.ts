/** Storage is full, locked, broken or temporarily gone. Nothing was stored; a retry may succeed. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
  /** Error code of the engine, or empty. Survives the transfer to another process, where the class is lost. */
  readonly code: string;

  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(message, options);
    this.code = code !== undefined && UNAVAILABLE.test(code) ? code : 'STORAGE_UNAVAILABLE';
  }
}

/**
 * Prefixes of the codes that mean unavailable; PostgreSQL's end in an SQLSTATE or its class. Any other code is an error in a
 * statement.
 */
const UNAVAILABLE =
  /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|ERROR_SNAPSHOT)|^SERVER_ERROR|^HRANA_|^CLIENT_CLOSED|^STORAGE_UNAVAILABLE|^POSTGRES_(?:CONNECTION|08|25006|28|3D|40001|40P01|53|55|57|58|F0|XX)/;
/** The codes of PostgreSQL are a serialization failure, a deadlock and a lock that is not available. */
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

/** Problems of a database that are reported to operators. */
export type StorageProblem = 'full' | 'broken' | 'locked' | 'unwritable' | 'unknown';

const PROBLEMS: readonly (readonly [codes: RegExp, problem: StorageProblem])[] = [
  [/^SQLITE_FULL|^POSTGRES_53100/, 'full'],
  [/^SQLITE_(?:CORRUPT|NOTADB)|^POSTGRES_XX00[12]/, 'broken'],
  [BUSY, 'locked'],
  [/^SQLITE_(?:IOERR|READONLY|CANTOPEN)|^POSTGRES_58/, 'unwritable'],
];

export function problemOf({ code }: Pick<StorageFailure, 'code'>): StorageProblem {
  return PROBLEMS.find(([codes]) => codes.test(code))?.[1] ?? 'unknown';
}

/** Remedy by problem. Commands are in 'Backup and restore' of `deployment/backup-and-upgrade.md`. */
export const REMEDIES: Readonly<Record<StorageProblem, string>> = {
  full: 'Its disk is full, or its file has reached `ORIEL_DATABASE_MAX_BYTES`: make room, or raise that. Writes go on by themselves.',
  broken:
    "Its file is damaged: stop the provider, move `provider.db` with its `-wal` and `-shm` away, restore the last backup ('Backup and restore' in `src/provider/deployment/backup-and-upgrade.md`), and start. Without a backup a new one is made, and viewers start over.",
  locked: 'Another program holds its lock: end that. Writes go on by themselves.',
  unwritable: 'Its disk fails, or is mounted read-only: see the log of the system. Writes go on by themselves.',
  unknown: 'Look at the free space of its disk and at the log.',
};

/** Another process holds the lock; it may be free in a moment. */
export function isBusy({ code }: StorageFailure): boolean {
  return BUSY.test(code);
}

export function isUnavailable({ code }: StorageFailure): boolean {
  return UNAVAILABLE.test(code);
}

export function errorOf(failure: StorageFailure): Error {
  const { code, message } = failure;
  return isUnavailable(failure)
    ? new StorageUnavailable(message, { code })
    : Object.assign(new Error(message), { code });
}
