import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WORK_PREFIX, WorkFolder } from './work-folder.ts';

/** Names of the folders below `media/` in which videos are being made, or were when their process ended. */
export async function begunWork(catalogFolder: string): Promise<string[]> {
  const names = await readdir(join(catalogFolder, 'media')).catch(() => []);
  return names.filter((name) => name.startsWith(WORK_PREFIX));
}

/** Gives up a video that was begun and that nothing is at. */
export async function removeWorkOn(catalogFolder: string, videoId: string): Promise<void> {
  for (const name of await begunWork(catalogFolder)) {
    const work = new WorkFolder(catalogFolder, name);
    if ((await work.read())?.videoId === videoId && (await work.holder()) === null) await work.remove();
  }
}
