import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Beside the packages that the script imports. */
const FOLDER = resolve('node_modules/.cache/oriel-tests');

/** Builds the entry of the database process; returns its path, and a function that deletes it. */
export async function buildDatabaseScript(): Promise<{ script: string; remove: () => Promise<void> }> {
  await mkdir(FOLDER, { recursive: true });
  const outDir = await mkdtemp(join(FOLDER, 'database-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/provider/database/process/database-child.ts',
        output: { format: 'es', entryFileNames: 'database.mjs' },
      },
    },
  });
  return { script: join(outDir, 'database.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
}
