import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders that are installed, built or left behind by a run: none of them is in the repository. */
const SKIPPED_FOLDERS = new Set(['.cache', '.data', '.git', 'coverage', 'dist', 'node_modules', 'test-results']);

/** Paths of all files from the root, such as `src/page/main.ts`. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : repositoryFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
