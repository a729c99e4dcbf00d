import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databasePath } from '../provider/database/database-path.ts';
import { makeFolder } from './make-folder.ts';

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'it lies on a file system that is mounted read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'no folder can be made there',
};

/** A start that failed for an external reason; the message contains the remedy. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Creates the folder of a database file and checks that both are writable. Throws {@link StartRefused}. */
export async function prepareDataFolder(databaseUrl: string): Promise<void> {
  const file = databasePath(databaseUrl);
  if (file === undefined) return;
  const folder = dirname(file);
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new StartRefused(explainDataPath(`The data folder ${folder}`, error), { cause: error });
  }
  try {
    await access(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new StartRefused(explainDataPath(`The database ${file}`, error), { cause: error });
  }
}

/** A sentence about a folder or file that cannot be written. `setting` is the setting that determines the path. */
export function explainDataPath(path: string, error: unknown, setting = 'ORIEL_DATA_DIR'): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${path} cannot be written: ${REASONS[code] ?? message}. Make it writable, or name another in ${setting}.`;
}

/** Advice for a port that could not be opened; `undefined` for an error of another kind. */
export function explainListening(error: unknown, port: number, host: string | undefined): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=4173 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host ?? ''}. Name one of its own in ORIEL_HOST, or leave it out for all of them.`;
  return undefined;
}
