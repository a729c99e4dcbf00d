import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Readable only by the owner: the database holds the signing key. */
const PRIVATE_MODE = 0o600;
/** Files beside a database; the engine gives new ones the mode of the database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/** Makes a database readable only by its owner, whatever the umask is: creates a missing file, and changes files of earlier runs. */
export function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_MODE));
  for (const suffix of SUFFIXES) if (existsSync(path + suffix)) restrict(path + suffix);
}

function restrict(path: string): void {
  try {
    chmodSync(path, PRIVATE_MODE);
  } catch (error) {
    // A file that another user shares by a group: only that user can change its mode.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Makes an empty file that only its owner can read. Throws if the file exists. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', PRIVATE_MODE));
}
