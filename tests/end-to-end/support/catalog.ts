import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface OwnCatalog {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The shipped catalog with fields of its files replaced, by path below the catalog. */
export async function makeCatalog(changes: Readonly<Record<string, object>>): Promise<OwnCatalog> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-catalog-'));
  await cp('src/provider/catalog', folder, { recursive: true });
  for (const [path, patch] of Object.entries(changes)) {
    const file = join(folder, path);
    const shipped = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...shipped, ...patch }));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
