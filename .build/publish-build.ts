import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DAY_MS = 86_400_000;
/** A page stays open for days, and loads some chunks only on demand. */
const EARLIER_ASSETS_KEPT_MS = 7 * DAY_MS;
/** Keeps frequent builds from filling the disk: some twenty builds in which everything has changed. */
const EARLIER_ASSETS_MAX_BYTES = 32 * 1024 * 1024;

const ASSETS = 'client/assets';
/** Separate, so that `assets` has the present build only; served under the same addresses. */
const EARLIER_ASSETS = 'earlier-assets';

/**
 * Replaces the previous build by a finished one, under a running server: every file is replaced atomically, pages after
 * their assets. Assets that pages of earlier builds may still request are kept beside it for a while.
 *
 * @param from Folder of the new build, below `to`; it is gone afterwards.
 * @param parts Folders of it that replace those of the same name.
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

/** Assets first, the pages that reference them last. */
function rank(file: string): number {
  if (file.startsWith(`${ASSETS}/`)) return 0;
  return file.endsWith('.html') ? 2 : 1;
}

/** From now on its modification time is the time of its replacement. */
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

/** Paths relative to `root`, with slashes; none if there is no such folder. */
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
