import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DAY_MS = 86_400_000;
/** Pages stay open for days and load some chunks on demand, so assets of earlier builds are kept this long. */
const EARLIER_ASSETS_KEPT_MS = 7 * DAY_MS;
/** Limit that keeps frequent builds from filling the disk: about twenty builds in which everything has changed. */
const EARLIER_ASSETS_MAX_BYTES = 32 * 1024 * 1024;

const ASSETS = 'client/assets';
/** Separate folder, served under the same addresses, so that `assets` only has the current build. */
const EARLIER_ASSETS = 'earlier-assets';

/**
 * Replaces the previous build by a new one under a running server: every file is replaced atomically, pages after
 * their assets. Assets that open pages of earlier builds may still request are kept for a while.
 *
 * @param from Folder of the new build, below `to`; it is removed afterwards.
 * @param parts Folders of the new build that replace the folders of the same name.
 */
export async function publishBuild(from: string, to: string, parts: readonly string[], nowMs: number): Promise<void> {
  const files = (await Promise.all(parts.map((part) => filesBelow(from, part)))).flat();
  for (const file of files.toSorted((one, other) => rank(one) - rank(other)))
    await moveFile(join(from, file), join(to, file));
  const present = new Set(files);
  for (const file of (await Promise.all(parts.map((part) => filesBelow(to, part)))).flat()) {
    if (present.has(file)) continue;
    if (file.startsWith(`${ASSETS}/`)) await keepEarlier(to, file, nowMs);
    else await rm(join(to, file));
  }
  await dropOldest(join(to, EARLIER_ASSETS), nowMs);
  await rm(from, { recursive: true, force: true });
}

/** Order of replacement: assets first, the pages that refer to them last. */
function rank(file: string): number {
  if (file.startsWith(`${ASSETS}/`)) return 0;
  return file.endsWith('.html') ? 2 : 1;
}

/** Keeps a replaced asset, with the time of its replacement as its modification time. */
async function keepEarlier(to: string, file: string, nowMs: number): Promise<void> {
  const kept = join(to, EARLIER_ASSETS, file.slice(ASSETS.length + 1));
  await moveFile(join(to, file), kept);
  await utimes(kept, nowMs / 1000, nowMs / 1000);
}

async function dropOldest(folder: string, nowMs: number): Promise<void> {
  const files = await Promise.all(
    (await filesBelow(folder, '')).map(async (file) => {
      const { mtimeMs, size } = await stat(join(folder, file));
      return { file, mtimeMs, size };
    }),
  );
  let bytes = 0;
  for (const { file, mtimeMs, size } of files.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
    bytes += size;
    if (nowMs - mtimeMs > EARLIER_ASSETS_KEPT_MS || bytes > EARLIER_ASSETS_MAX_BYTES) await rm(join(folder, file));
  }
}

async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

/** Paths of all files in a folder, relative to `root`, with slashes; empty if the folder is missing. */
async function filesBelow(root: string, part: string): Promise<string[]> {
  const entries = await readdir(join(root, part), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = part === '' ? entry.name : `${part}/${entry.name}`;
      return entry.isDirectory() ? await filesBelow(root, path) : [path];
    }),
  );
  return found.flat();
}
