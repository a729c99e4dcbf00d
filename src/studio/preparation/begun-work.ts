import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WORK_PREFIX, WorkFolder } from './work-folder.ts';

/** Names of the work folders below `media/`, of running processes and of processes that ended before their video was finished. */
export async function begunWork(catalogFolder: string): Promise<string[]> {
  const names = await readdir(join(catalogFolder, 'media')).catch(() => []);
  return names.filter((name) => name.startsWith(WORK_PREFIX));
}

/** Deletes the unfinished work on a video, unless a process is still working on it. */
export async function removeWorkOn(catalogFolder: string, videoId: string): Promise<void> {
  for (const name of await begunWork(catalogFolder)) {
    const work = new WorkFolder(catalogFolder, name);
    if ((await work.read())?.videoId === videoId && (await work.holder()) === null) await work.remove();
  }
}
