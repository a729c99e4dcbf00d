import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishBuild } from '../../../.build/publish-build.ts';

const PARTS = ['client', 'host', 'provider'];
/** Files that refer to others by their hash. */
const NAMES_OTHERS = /\.(?:js|css|html)$/;
/** Compressed, they still name the others of the present build. */
const PACKED = /\.(?:br|gz)$/;

/** Publishes another build in a copy of `dist`: the same, with new names for all assets, as if all had changed. */
export async function publishNextBuild(dist: string): Promise<void> {
  const assets = (await readdir(join(dist, 'client/assets'))).filter((name) => !PACKED.test(name));
  const renamed = new Map(assets.map((name) => [name, name.replace(/(\.\w+)$/, 'x$1')]));
  const rename = (text: string): string => [...renamed].reduce((now, [from, to]) => now.replaceAll(from, to), text);
  const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name).slice(dist.length + 1);
    if (PACKED.test(name) || !PARTS.some((part) => path.startsWith(`${part}/`))) continue;
    const bytes = await readFile(join(dist, path));
    const target = join(dist, 'unfinished', rename(path));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, NAMES_OTHERS.test(name) ? rename(bytes.toString()) : bytes);
  }
  await publishBuild(join(dist, 'unfinished'), dist, PARTS, Date.now());
}
