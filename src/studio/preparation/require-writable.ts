import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists } from './exists.ts';

/**
 * Writes a file in each folder and removes it, before long work. An error names the folder that refuses: of those that are missing, the
 * one above them, as `mkdir` of Node.js says of a read-only file system that the folder is not there.
 */
export async function requireWritable(folders: Iterable<string>, write: typeof writeFile = writeFile): Promise<void> {
  for (const folder of folders) {
    let path = resolve(folder);
    while (!(await exists(path))) path = dirname(path);
    const trial = join(path, `.trial-${process.pid}`);
    try {
      await write(trial, '0');
      await rm(trial);
    } catch (error) {
      await rm(trial, { force: true }).catch(() => undefined);
      throw error instanceof Error ? Object.assign(error, { path }) : error;
    }
  }
}
