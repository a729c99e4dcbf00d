import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { begunWork } from '../preparation/begun-work.ts';
import { WorkFolder } from '../preparation/work-folder.ts';
import { sizeOf } from './video-files.ts';

/** Unfinished work on a video, of a running process or of one that has ended. */
export interface Unfinished {
  readonly folder: string;
  /** Path of the source file; `null` if the note about it is missing. */
  readonly path: string | null;
  readonly sizeBytes: number;
  /** The process that works on the video; `null` if there is none. */
  readonly processId: number | null;
}

export async function unfinishedIn(catalogFolder: string): Promise<Unfinished[]> {
  const names = await begunWork(catalogFolder);
  return Promise.all(
    names.map(async (name) => {
      const work = new WorkFolder(catalogFolder, name);
      const [file, processId, sizeBytes] = [await work.read(), await work.holder(), await sizeOfFolder(work.path)];
      return { folder: `media/${name}`, path: file?.path ?? null, sizeBytes, processId };
    }),
  );
}

/** Removes unfinished work without a process, and completes a video that only lacks its description. Returns a line for each. */
export async function cleanUp(catalogFolder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { folder, path, processId } of await unfinishedIn(catalogFolder)) {
    const work = new WorkFolder(catalogFolder, folder.slice('media/'.length));
    const of = path === null ? '' : ` of ${path}`;
    if (processId !== null) {
      lines.push(`${folder}${of} stays: process ${processId} is at it.`);
      continue;
    }
    const finished = await work.finish();
    if (finished === null) await work.remove();
    lines.push(
      finished === null ? `${folder}${of} is removed.` : `${folder}${of} was whole: it is video ${finished} now.`,
    );
  }
  return lines;
}

async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return sizeOf(paths, folder);
}
