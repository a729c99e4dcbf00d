import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runStep } from '../.ci/run-steps.mjs';

/** Runs a program of the provider, such as `add` for `npm run add -- FILE`; builds first if nothing is built. */
const [name, ...words] = process.argv.slice(2);
const program = join(resolve(import.meta.dirname, '..'), `dist/provider/${name}.js`);
const isBuilt = existsSync(program) || runStep('npm', ['run', '--silent', 'build']);
process.exit(isBuilt && runStep(process.execPath, [program, ...words]) ? 0 : 1);
