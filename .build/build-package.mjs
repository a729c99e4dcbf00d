import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, runnerImport } from 'vite';
import { runTool } from '../.ci/run-steps.mjs';

/**
 * Builds what host pages import as an npm package, from the sources of `/oriel.js` and `/oriel-player.js`: the promise
 * client, the custom element and its React component in both module formats of Node, their declarations and those of the script
 * API, and a manifest, in `dist/package` or the given folder.
 */
const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist/package'));
const declarations = join(root, 'node_modules/.cache/types/src/host');

/** Source files of the package's modules, by module name. */
const MODULES = { oriel: 'oriel.ts', 'oriel-player': 'oriel-player.ts', react: 'react.tsx' };
/** All declaration files that the public types import. */
const DECLARATIONS = [
  ...Object.keys(MODULES).map((name) => `${name}.d.ts`),
  'client/types.d.ts',
  'client/failure.d.ts',
  'client/oriel-error.d.ts',
  'element/types.d.ts',
  'script-api.d.ts',
  'player/host-player.d.ts',
  'player/player-events.d.ts',
  'player-options.d.ts',
];
/** Output formats. Each needs its own declarations, because a CommonJS project only reads declarations of its module kind. */
const FORMS = [
  { format: 'es', declarations: '.d.ts', extension: 'js' },
  { format: 'cjs', declarations: '.d.cts', extension: 'cjs' },
];

const { ThirdPartyNotices } = (await runnerImport(join(root, '.build/third-party-notices.ts'))).module;
const { ownPlatform } = (await runnerImport(join(root, '.build/own-platform.ts'))).module;
const notices = new ThirdPartyNotices(root, {}, ['react']);

await rm(folder, { recursive: true, force: true });
for (const part of ['client', 'element', 'player']) await mkdir(join(folder, part), { recursive: true });
for (const { format, extension } of FORMS)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [notices.collect(), ownPlatform(root)],
    /** A CommonJS copy is bundled, so its address does not reveal the player's server: pages have to name it. */
    define: format === 'cjs' ? { 'import.meta.url': 'undefined' } : {},
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(MODULES).map(([name, file]) => [name, `src/host/${file}`])),
        preserveEntrySignatures: 'strict',
        external: ['react', 'react/jsx-runtime'],
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          /** Modules that several entries share exist once, so that a page has a single class for errors. */
          chunkFileNames: `shared/[name].${extension}`,
          /** Marks the component for frameworks that render components on the server by default. */
          banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        },
      },
    },
  });

if (!runTool('tsc', ['--build', 'src/host'])) process.exit(1);
for (const file of DECLARATIONS) {
  const text = await readFile(join(declarations, file), 'utf8');
  for (const { declarations: ending, extension } of FORMS) {
    // Declarations in the package have to import the built modules, not the sources.
    const published = text.replaceAll(/((?:from|import) '\.{1,2}\/[^']+)\.ts'/g, `$1.${extension}'`);
    await writeFile(join(folder, file.replace('.d.ts', ending)), published);
  }
}

const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const entry = (name) => ({
  import: { types: `./${name}.d.ts`, default: `./${name}.js` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
});
const manifest = {
  name: 'oriel-client',
  version,
  description: 'Embeds an Oriel player and drives it: a custom element, a React component, and a client with promises.',
  license,
  type: 'module',
  /** Modules with side effects: importing the element defines it, and the component imports the element. */
  sideEffects: [
    './oriel-player.js',
    './oriel-player.cjs',
    './react.js',
    './react.cjs',
    './shared/oriel-player.js',
    './shared/oriel-player.cjs',
  ],
  exports: {
    '.': entry('oriel'),
    './element': entry('oriel-player'),
    './react': entry('react'),
    './script-api': {
      import: { types: './script-api.d.ts' },
      require: { types: './script-api.d.cts' },
    },
    './package.json': './package.json',
  },
  main: './oriel.cjs',
  module: './oriel.js',
  types: './oriel.d.ts',
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
};
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
/** For `moduleResolution: node10`, the default of CommonJS projects, which resolves folders and files and ignores `exports`. */
await writeFile(
  join(folder, 'element/package.json'),
  `${JSON.stringify({ type: 'module', main: '../oriel-player.cjs', module: '../oriel-player.js', types: '../oriel-player.d.ts' }, null, 2)}\n`,
);
/** Written only if the package contains third-party code; so far it contains none. */
const noticesText = notices.text();
if (noticesText !== '') await writeFile(join(folder, 'third-party-notices.txt'), noticesText);
await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
for (const file of await readdir(join(root, 'src/host'), { recursive: true }))
  if (file.endsWith('.md')) await cp(join(root, 'src/host', file), join(folder, file));
console.log(`The package is in ${folder}`);
