import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { exists } from './exists.ts';

/**
 * Writes and removes a trial file in each folder, before long work. An error names the folder that refuses it. A missing folder is tried
 * in its nearest existing parent, because `mkdir` of Node.js reports a read-only file system as a missing folder.
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
