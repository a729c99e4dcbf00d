import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Readable by the owner alone: the database holds the signing key. */
const PRIVATE_MODE = 0o600;
/** Files beside a database; the engine gives new ones the mode of the database. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/** Makes a database readable by its owner alone, whatever the umask is: creates a missing file, and changes files of earlier runs. */
export function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_MODE));
  for (const suffix of SUFFIXES) if (existsSync(path + suffix)) restrict(path + suffix);
}

function restrict(path: string): void {
  try {
    chmodSync(path, PRIVATE_MODE);
  } catch (error) {
    // A file of another user, who shares it by a group: its mode is theirs.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Makes an empty file that only its owner can read. Throws if the file exists. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', PRIVATE_MODE));
}
