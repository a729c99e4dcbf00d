import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'it lies on a file system that is mounted read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
};

/** A start that failed for an external reason; its message says what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Creates the folder of a database file and checks that both are writable. Throws {@link StartRefused}. */
export async function prepareDataFolder(databaseUrl: string): Promise<void> {
  if (!databaseUrl.startsWith('file:///')) return;
  const file = fileURLToPath(databaseUrl.replace(/[?#].*$/, ''));
  const folder = dirname(file);
  try {
    await mkdir(folder, { recursive: true });
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

export function explainDataPath(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${path} cannot be written: ${REASONS[code] ?? message}. Make it writable, or name another in ORIEL_DATA_DIR.`;
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
