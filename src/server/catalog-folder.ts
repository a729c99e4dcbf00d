import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../provider/settings/settings.ts';

/** Entries of a catalog folder to copy; the catalog folder in the sources also contains code. */
const PARTS = ['site.json', 'playlists', 'media', 'videos'];

/**
 * Makes the catalog folder in the data folder, unless a setting names another folder: added videos must not be in the sources, which a
 * clean checkout replaces. The new folder is a copy of the catalog in the sources: the demo videos, and videos that were added there
 * before. Returns a sentence if the folder was made now.
 */
export async function openCatalogFolder({
  catalogFolder,
  catalogSeed,
}: Pick<Settings, 'catalogFolder' | 'catalogSeed'>): Promise<string | undefined> {
  if (catalogSeed === undefined || (await isThere(catalogFolder)) || !(await isThere(catalogSeed))) return undefined;
  const made = `${catalogFolder}.${process.pid}.part`;
  try {
    for (const part of PARTS) await copyTree(join(catalogSeed, part), join(made, part));
    await rename(made, catalogFolder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // If two programs make the folder at the same time, both use the folder of the first.
    if (await isThere(catalogFolder)) return undefined;
    throw error;
  }
  return `Your videos are in ${catalogFolder}, with a copy of those of ${catalogSeed}. ORIEL_CATALOG_DIR names another folder.`;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Copies a folder. Media files are hard-linked to save space; text files are copied, because they may be edited. */
async function copyTree(from: string, to: string): Promise<void> {
  const stats = await stat(from).catch(() => undefined);
  if (stats === undefined) return;
  if (!stats.isDirectory()) {
    await mkdir(dirname(to), { recursive: true });
    const isText = /\.(?:json|vtt|m3u8)$/.test(from);
    if (isText) return copyFile(from, to);
    return link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
  }
  await mkdir(to, { recursive: true });
  // Hidden folders, such as unfinished work, are not copied.
  for (const name of await readdir(from)) if (!name.startsWith('.')) await copyTree(join(from, name), join(to, name));
}
