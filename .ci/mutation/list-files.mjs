import { readdirSync, statSync } from 'node:fs';

/** The files of a folder with this ending, or the file itself. */
export function listFiles(path, ending) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => `${path}/${name}`)
    .filter((name) => name.endsWith(ending) && !name.endsWith('.d.ts'))
    .sort();
}
