import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { runStep } from '../.ci/run-steps.mjs';

/** Writes the players as files for a static host, with the provider on another server; builds first if nothing is built. */
const root = resolve(import.meta.dirname, '..');
const { languageParts } = (await runnerImport(join(root, '.build/language-parts.ts'), { configFile: false })).module;
const { buildStatic } = (
  await runnerImport(join(root, '.build/static-site/command.ts'), {
    configFile: false,
    plugins: [languageParts()],
  })
).module;

const isWritten = await buildStatic(process.argv.slice(2), {
  root,
  build: () => runStep('npm', ['run', '--silent', 'build']),
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
process.exit(isWritten ? 0 : 1);
