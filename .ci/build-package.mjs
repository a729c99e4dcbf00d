import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { runTool } from './run-steps.mjs';

/**
 * The promise client as an npm package, from the sources that `/oriel.js` is made of: the module, its declarations and a
 * manifest, in `dist/package` or the folder that is named.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist/package'));
const declarations = join(root, 'node_modules/.cache/types/src/host');

/** Everything that the public types name; they stand alone. */
const DECLARATIONS = ['oriel.d.ts', 'client/types.d.ts', 'client/oriel-error.d.ts'];

await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, 'client'), { recursive: true });
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    rolldownOptions: {
      input: 'src/host/oriel.ts',
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: 'oriel.js' },
    },
  },
});

if (!runTool('tsc', ['--build', 'src/host'])) process.exit(1);
for (const file of DECLARATIONS) {
  const text = await readFile(join(declarations, file), 'utf8');
  /** Packages name their modules as they are published. */
  await writeFile(join(folder, file), text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
}

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
await writeFile(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: 'oriel-client',
      version,
      description: 'Drives an embedded Oriel player from its host page.',
      license,
      type: 'module',
      sideEffects: false,
      exports: { '.': { types: './oriel.d.ts', default: './oriel.js' } },
    },
    null,
    2,
  )}\n`,
);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
await copyFile(join(root, 'src/host/README.md'), join(folder, 'README.md'));
console.log(`The package is in ${folder}`);
