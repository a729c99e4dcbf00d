import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Holds the id of the process that uses the folder. */
const FILE = 'provider.pid';

export interface DataFolderUse {
  /** Another process that uses the folder already, where there is one. */
  readonly otherProcessId: number | undefined;
  /** Says that this process uses it no longer. */
  end(): Promise<void>;
}

/**
 * Notes in the data folder who uses it. Two processes on one database lose nothing, as during a change from one release to the
 * next, but each has limits and tokens of login attempts of its own: the operator should know. `undefined` for a database
 * that is no file.
 */
export async function noteUse(
  databaseUrl: string,
  processId: number,
  isAlive: (processId: number) => boolean = isProcessAlive,
): Promise<DataFolderUse | undefined> {
  if (!databaseUrl.startsWith('file:///')) return undefined;
  const path = join(dirname(fileURLToPath(databaseUrl.replace(/[?#].*$/, ''))), FILE);
  const noted = await readNoted(path);
  const isOther = noted !== undefined && noted !== processId && isAlive(noted);
  await writeFile(path, `${processId}\n`);
  return {
    otherProcessId: isOther ? noted : undefined,
    async end() {
      if ((await readNoted(path)) === processId) await rm(path, { force: true });
    },
  };
}

async function readNoted(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\d{1,10}\n$/.test(text) ? Number(text) : undefined;
}

function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    /** It is there and belongs to another user. */
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
