import { readdirSync, statSync } from 'node:fs';

/** The files with an ending in a folder; if `path` is a file, only that file. */
export function listFiles(path, ending) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => `${path}/${name}`)
    .filter((name) => name.endsWith(ending) && !name.endsWith('.d.ts'))
    .sort();
}
