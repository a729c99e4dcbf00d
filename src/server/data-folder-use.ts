import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databasePath } from '../provider/database/database-path.ts';
import { isAlive } from '../studio/preparation/is-alive.ts';

/** Contains the id of the process that uses the folder. */
const FILE = 'provider.pid';

export interface DataFolderUse {
  /** Id of another process that already uses the folder, if there is one. */
  readonly otherProcessId: number | undefined;
  /** Removes the note of this process. */
  end(): Promise<void>;
}

/**
 * Notes the process in the data folder. Two processes on one database lose nothing, as during a rolling update, but
 * each has separate limits and login throttling, which the operator should know. `undefined` for a database that is not
 * a file.
 */
export async function noteUse(
  databaseUrl: string,
  processId: number,
  isOtherAlive: (processId: number) => boolean = isAlive,
): Promise<DataFolderUse | undefined> {
  const database = databasePath(databaseUrl);
  if (database === undefined) return undefined;
  const path = join(dirname(database), FILE);
  const noted = await readNoted(path);
  const isOther = noted !== undefined && noted !== processId && isOtherAlive(noted);
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
