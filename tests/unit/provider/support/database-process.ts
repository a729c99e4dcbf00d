import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** A folder within `node_modules`, where a built script finds the packages that it imports. */
const FOLDER = resolve('node_modules/.cache/oriel-tests');

export interface BuiltScript {
  readonly script: string;
  /** Deletes the built script. */
  readonly remove: () => Promise<void>;
}

/** Builds the entry of the database process. */
export function buildDatabaseScript(): Promise<BuiltScript> {
  return buildScript('src/server/database.ts');
}

/** Builds an entry that another process or thread runs. */
export async function buildScript(input: string): Promise<BuiltScript> {
  await mkdir(FOLDER, { recursive: true });
  const outDir = await mkdtemp(join(FOLDER, 'script-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        output: { format: 'es', entryFileNames: 'script.mjs' },
      },
    },
  });
  return { script: join(outDir, 'script.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
}
