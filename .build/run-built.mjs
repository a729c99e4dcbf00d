import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runStep } from '../.ci/run-steps.mjs';

/** `npm run add -- FILE`: builds first if nothing is built. */
const program = join(resolve(import.meta.dirname, '..'), 'dist/provider/add.js');
const isBuilt = existsSync(program) || runStep('npm', ['run', '--silent', 'build']);
process.exit(isBuilt && runStep(process.execPath, [program, ...process.argv.slice(2)]) ? 0 : 1);
