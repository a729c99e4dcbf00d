import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databasePath } from '../provider/database/database-path.ts';
import { isAlive } from '../studio/preparation/is-alive.ts';

/** File with the ids of the processes that use the folder, one on each line. */
const FILE = 'provider.pid';

export interface DataFolderUse {
  /** Id of another process that already uses the folder, if there is one. */
  readonly otherProcessId: number | undefined;
  /** Removes this process from the file. */
  end(): Promise<void>;
}

/**
 * Notes the process in the data folder. Two processes on one database, as during a rolling update, lose no data, but have separate
 * limits and login throttling, so the operator gets a warning. `undefined` for a database that is not a file.
 */
export async function noteUse(
  databaseUrl: string,
  processId: number,
  isOtherAlive: (processId: number) => boolean = isAlive,
): Promise<DataFolderUse | undefined> {
  const database = databasePath(databaseUrl);
  if (database === undefined) return undefined;
  const path = join(dirname(database), FILE);
  const othersIn = async (): Promise<number[]> =>
    (await readNoted(path)).filter((noted) => noted !== processId && isOtherAlive(noted));
  const write = (noted: readonly number[]): Promise<void> => writeFile(path, noted.map((id) => `${id}\n`).join(''));
  const others = await othersIn();
  await write([...others, processId]);
  return {
    otherProcessId: others[0],
    async end() {
      const left = await othersIn();
      await (left.length === 0 ? rm(path, { force: true }) : write(left));
    },
  };
}

async function readNoted(path: string): Promise<number[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (/^\d{1,10}$/.test(line) ? Number(line) : []));
}
