import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, runnerImport } from 'vite';
import { runTool } from '../.ci/run-steps.mjs';

/**
 * Builds the promise client as an npm package, from the sources of `/oriel.js`: the module in both formats of Node, its
 * declarations, those of the script API, and a manifest, in `dist/package` or the given folder.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist/package'));
const declarations = join(root, 'node_modules/.cache/types/src/host');

/** All files that the public types import. */
const DECLARATIONS = [
  'oriel.d.ts',
  'client/types.d.ts',
  'client/oriel-error.d.ts',
  'script-api.d.ts',
  'player/host-player.d.ts',
  'player/player-options.d.ts',
];
/** A CommonJS project only reads declarations of its own module kind. */
const FORMS = [
  { format: 'es', module: 'oriel.js', declarations: '.d.ts', extension: 'js' },
  { format: 'cjs', module: 'oriel.cjs', declarations: '.d.cts', extension: 'cjs' },
];

const { ThirdPartyNotices } = (await runnerImport(join(root, '.build/third-party-notices.ts'))).module;
const notices = new ThirdPartyNotices(root);

await rm(folder, { recursive: true, force: true });
for (const part of ['client', 'player']) await mkdir(join(folder, part), { recursive: true });
for (const { format, module } of FORMS)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [notices.collect()],
    /** A bundled copy is not served by its player's host, so pages must name it. */
    define: format === 'cjs' ? { 'import.meta.url': 'undefined' } : {},
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: 'src/host/oriel.ts',
        preserveEntrySignatures: 'strict',
        output: { format, entryFileNames: module },
      },
    },
  });

if (!runTool('tsc', ['--build', 'src/host'])) process.exit(1);
for (const file of DECLARATIONS) {
  const text = await readFile(join(declarations, file), 'utf8');
  for (const { declarations: ending, extension } of FORMS) {
    /** Published packages name their built modules. */
    const published = text.replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, `$1.${extension}'`);
    await writeFile(join(folder, file.replace('.d.ts', ending)), published);
  }
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
      exports: {
        '.': {
          import: { types: './oriel.d.ts', default: './oriel.js' },
          require: { types: './oriel.d.cts', default: './oriel.cjs' },
        },
        './script-api': {
          import: { types: './script-api.d.ts' },
          require: { types: './script-api.d.cts' },
        },
      },
      main: './oriel.cjs',
      module: './oriel.js',
      types: './oriel.d.ts',
    },
    null,
    2,
  )}\n`,
);
/** The client has no third-party code so far. */
const noticesText = notices.text();
if (noticesText !== '') await writeFile(join(folder, 'third-party-notices.txt'), noticesText);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
await copyFile(join(root, 'src/host/README.md'), join(folder, 'README.md'));
console.log(`The package is in ${folder}`);
